import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyBackup } from '../../src/backup/backup-folder.ts'
import { hashOf } from '../../src/photos/service.ts'
import { cashPaymentBody } from '../fixtures/records.ts'
import { newPhoto } from '../fixtures/upload-calls.ts'
import { bundledOps } from '../setup/bundle-server.ts'
import { type Actor, Caller, type Load, repeatUntil } from './actor.ts'
import type { PowerMachine } from './power-machine.ts'

/** A customer whom the office imports, exports and erases. */
interface OfficeCustomer {
  readonly id: number
  readonly photo: Buffer
  readonly payment: ReturnType<typeof cashPaymentBody>
  /** How many steps were acknowledged. */
  done: number
}

const STEPS = ['import', 'photo', 'payment', 'export', 'backup', 'erase'] as const
type Step = (typeof STEPS)[number]
const FIRST_ID = 50_000

interface Call {
  readonly address: string
  readonly cut: AbortSignal | undefined
}

/** The office with its command line, and the runner of its customers. */
export class Office implements Actor {
  readonly #machine: PowerMachine
  readonly #caller = new Caller()
  readonly #customers: OfficeCustomer[] = []
  /** Exports and backups that were acknowledged since the last cut. */
  readonly #written: {
    readonly folder: string
    readonly check: (folder: string) => Promise<void>
  }[] = []
  #isSignedIn = false

  constructor(machine: PowerMachine) {
    this.#machine = machine
  }

  workUntilCut({ address, cut, onSent }: Load): Promise<void> {
    return repeatUntil(cut, async () => {
      const customer = await this.#current()
      onSent()
      await this.#take(address, customer, cut)
    })
  }

  async goOn(address: string): Promise<string[]> {
    if (!this.#isSignedIn) await this.#caller.signIn(address)
    this.#isSignedIn = true
    return []
  }

  async finish(address: string): Promise<void> {
    const customer = this.#customers.at(-1)
    while (customer && customer.done < STEPS.length) await this.#take(address, customer)
  }

  async checkDisk(): Promise<string[]> {
    const stored = this.#customers.filter(this.#hasPhoto).map(({ photo }) => hashOf(photo))
    const problems = this.#machine.findLostPhotos(stored)
    for (const customer of this.#customers)
      if (
        customer.done === STEPS.length &&
        existsSync(this.#machine.photoFile(hashOf(customer.photo)))
      )
        problems.push(`the photo of the erased customer ${customer.id} is there again`)
    for (const { folder, check } of this.#written.splice(0)) {
      await check(folder).catch((error: unknown) =>
        problems.push(`${folder} was complete and is damaged: ${String(error)}`),
      )
      rmSync(folder, { recursive: true, force: true })
    }
    return [...problems, ...(await this.#checkCut())]
  }

  /** A command that was cut leaves a part under another name. A folder that has its name is whole. */
  async #checkCut(): Promise<string[]> {
    const problems: string[] = []
    const [last] = this.#customers.slice(-1)
    for (const step of ['export', 'backup'] as const) {
      if (!last) continue
      const folder = this.#folder(last, step)
      if (existsSync(folder))
        await checks[step](last)(folder).catch((error: unknown) =>
          problems.push(`${folder} has its name and is not whole: ${String(error)}`),
        )
      // The next command needs a new folder.
      for (const end of ['', '.partial']) rmSync(folder + end, { recursive: true, force: true })
    }
    return problems
  }

  hasErased = () => this.#customers.some(({ done }) => done === STEPS.length)

  /** The ids of the erased customers. */
  get erasedIds(): number[] {
    return this.#customers.map(({ id }) => id)
  }

  async #current(): Promise<OfficeCustomer> {
    const last = this.#customers.at(-1)
    if (last && last.done < STEPS.length) return last
    const id = FIRST_ID + this.#customers.length
    const photo = await newPhoto()
    const hair_photo_url = `/api/images/${hashOf(photo)}.jpg`
    const customer = { id, photo, payment: cashPaymentBody(id, { hair_photo_url }), done: 0 }
    this.#customers.push(customer)
    return customer
  }

  async #take(address: string, customer: OfficeCustomer, cut?: AbortSignal): Promise<void> {
    const step = STEPS[customer.done]
    if (!step) throw new Error('Nothing is left to do.')
    await this.#steps[step](customer, { address, cut })
    if (cut?.aborted) return
    customer.done += 1
    if (step === 'export' || step === 'backup')
      this.#written.push({ folder: this.#folder(customer, step), check: checks[step](customer) })
  }

  readonly #steps: Record<Step, (customer: OfficeCustomer, call: Call) => Promise<void>> = {
    import: ({ id }, { cut }) => this.#run(['import', 'customers', this.#writeCsv(id)], cut),
    photo: async ({ photo }, { address, cut }) => {
      const form = new FormData()
      form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'packet.jpg')
      await this.#caller.send(address, '/api/images', { body: form, cut })
    },
    payment: async ({ payment }, { address, cut }) => {
      await this.#caller.send(address, '/api/cash-payments', { body: payment, cut })
    },
    export: (customer, { cut }) => {
      const folder = this.#folder(customer, 'export')
      return this.#run(['customers', 'export', `${customer.id}`, folder], cut)
    },
    backup: (customer, { cut }) => this.#run(['backup', this.#folder(customer, 'backup')], cut),
    erase: ({ id }, { cut }) => this.#run(['customers', 'erase', `${id}`, '--yes'], cut),
  }

  /** Runs a command on the machine. A cut ends it. */
  async #run(words: readonly string[], cut?: AbortSignal): Promise<void> {
    const child = spawn(process.execPath, [bundledOps, ...words], {
      env: this.#machine.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const end = () => child.kill('SIGKILL')
    cut?.addEventListener('abort', end)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)))
    const [code] = (await once(child, 'close')) as [number | null]
    cut?.removeEventListener('abort', end)
    // The files of an erase that was cut may be gone already, which the command reports.
    const isErasedAgain = words[1] === 'erase' && output.includes(`Erased customer ${words[2]}`)
    if (code !== 0 && !isErasedAgain) throw new Error(`${words.join(' ')}: ${output}`)
  }

  #writeCsv(id: number): string {
    const file = join(this.#machine.folder, 'customer.csv')
    writeFileSync(file, `id,member_name,status,runner_id\n${id},Anjali ${id},assigned,1\n`)
    return file
  }

  /** An erase that was cut may have deleted the photo. */
  #hasPhoto = ({ done }: OfficeCustomer) =>
    done > STEPS.indexOf('photo') && done < STEPS.indexOf('erase')

  #folder = ({ id }: OfficeCustomer, name: string) => join(this.#machine.live, `${name}-${id}`)
}

/** Each rejects when the folder is not complete. */
const checks = {
  export: (customer: OfficeCustomer) => async (folder: string) => {
    JSON.parse(readFileSync(join(folder, 'customer.json'), 'utf8'))
    const hash = hashOf(customer.photo)
    if (hashOf(readFileSync(join(folder, `${hash}.jpg`))) !== hash) throw new Error('other bytes')
  },
  backup: () => async (folder: string) => {
    await verifyBackup(folder, () => undefined)
  },
}

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bareStrings, keysOf, parse, unusedKeys } from './messages.mjs'
import { at } from '../process/repository.mjs'

const keys = ['cart.title', 'upload.too-large', 'upload.no-file']

describe('a message is used where a file contains its key', () => {
  const unused = (/** @type {string} */ source) => unusedKeys(keys, [parse('x.tsx', source)])

  test('in a call or in a table', () => {
    const source = `
      const labels = { cart: 'cart.title' }
      t(isEmpty ? 'upload.no-file' : \`upload.too-large\`)`
    expect(unused(source)).toEqual([])
  })

  test('in a template that can become its key', () => {
    expect(unused('t(`upload.${problem}`)')).toEqual(['cart.title'])
    expect(unused('t(`upload.${problem}-large`)')).toEqual(['cart.title', 'upload.no-file'])
  })

  test.each([
    ['a comment', "// t('cart.title')"],
    ['a longer string', "t('cart.title.long')"],
    ['a type', 'type Key = `cart.${string}`'],
    ['a template that could become anything', 't(`${area}.title`)'],
  ])('%s does not use it', (_, source) => {
    expect(unused(source)).toEqual(keys)
  })
})

describe('a bare string', () => {
  const bare = (/** @type {string} */ source) => bareStrings(keys, [parse('x.tsx', source)])

  test.each([
    ['text between tags', '<p>Cart</p>'],
    ['text of another script', '<p>కార్ట్</p>', 'కార్ట్'],
    ['a string in braces', "<p>{'Cart'}</p>"],
    ['one side of a choice', "<p>{isFull ? t('cart.title') : 'Cart'}</p>"],
    ['a string behind a condition', "<p>{isFull && 'Cart'}</p>"],
    ['the text for an empty value', "<p>{name || 'Cart'}</p>"],
    ['the text for a missing value', "<p>{(name ?? 'Cart') as string}</p>"],
    ['a unit after a figure', '<p>{`${weight} kg`}</p>', 'kg'],
    ['a unit added to a figure', "<p>{weight + ' kg'}</p>", 'kg'],
    ['a string inside a template', "<p>{`${isFull ? 'Cart' : ''} 1`}</p>"],
    ['a string of a list', "<p>{[count, 'Cart'].filter(Boolean).join(', ')}</p>"],
    ['an accessible name', '<section aria-label="Cart" />'],
    ['an accessible description', '<section aria-description="Cart" />'],
    ['the text of a picture', '<img alt="Cart" />'],
    ['a tooltip', "<abbr title={isFull ? 'Cart' : ''} />"],
    ['a placeholder', '<input placeholder={`Cart`} />'],
    ['a text prop of our own components', '<Dialog cancelLabel="Cart" />'],
    ['the default of a text prop', "function Field({ label = 'Cart' }) {}"],
    ['a toast', "showToast({ message: 'Cart' })"],
    ['a question', "confirm({ message, confirmLabel: 'Cart' })"],
  ])('is %s', (_, source, text = 'Cart') => {
    expect(bare(source)).toEqual([`x.tsx:1 "${text}"`])
  })

  test.each([
    ['a message', "<p title={t('cart.title')}>{t('cart.title')}</p>"],
    ['a key in a table', "const look = { label: 'cart.title' }"],
    ['figures and signs', "<p>#{id} · {`${count} × ₹${price}`} – {'•'}</p>"],
    [
      'an attribute without text',
      '<input type="search" className="field" enterKeyHint="search" />',
    ],
    ['a compared string', "<p>{kind === 'cash' && cash}</p>"],
    ['an argument of a function', "<p>{format(date, 'short')}</p>"],
  ])('is not %s', (_, source) => {
    expect(bare(source)).toEqual([])
  })
})

describe('the app', () => {
  const files = readdirSync(at('web/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => parse(file, readFileSync(at('web/src', file), 'utf8')))
  const messages = keysOf(files.filter(({ fileName }) => fileName.startsWith('i18n/en/')))
  const app = files.filter(({ fileName }) => !fileName.startsWith('i18n/'))

  test('uses every message', () => {
    expect(messages.length).toBeGreaterThan(300)
    expect(unusedKeys(messages, app)).toEqual([])
  })

  test('shows no text that is not a message', () => {
    expect(app.length).toBeGreaterThan(200)
    expect(bareStrings(messages, app)).toEqual([])
  })
})

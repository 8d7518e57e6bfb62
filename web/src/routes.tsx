import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { fetchMessages, type MessagePart } from './i18n/language.ts'
import { useTranslate } from './i18n/translate.ts'
import { useValue } from './lib/use-value.ts'
import { wait } from './lib/wait.ts'
import { paths } from './paths.ts'
import { session } from './state/session.ts'
import { Splash } from './ui/placeholder/splash.tsx'

interface ScreenRoute {
  readonly path: string
  readonly screen: Screen
  /** Needs a stored login phone (spec §2). What is done on the other screens asks for one before it is stored. */
  readonly guarded?: true
}

/** What is fetched ahead: each screen, and what works behind all of them. */
const loaders: (() => Promise<unknown>)[] = [
  () => import('./start-work.ts'),
  () => import('./ui/dialog/confirm-host.tsx'),
  () => import('./api/forget-runner.ts'),
  () => import('./state/snapshots.ts'),
  () => import('./lib/qr-path.ts'),
  () => import('./outbox/deals-export.ts'),
]

interface ScreenCode {
  readonly default: ComponentType
  /** Fetches the answers that the screen shows. */
  readonly prefetchAnswers?: () => void
}
type Loaded = Promise<ScreenCode>

/** A screen that is fetched when it is opened, or ahead of that: then it is drawn without a moment of waiting. */
interface Screen {
  (): ReactNode
  readonly load: () => Loaded
}

function screenOf(loadCode: () => Loaded, ...messages: readonly MessagePart[]): Screen {
  let loaded: ComponentType | undefined
  const load = async () => {
    const [code] = await Promise.all([loadCode(), fetchMessages(...messages)])
    loaded = code.default
    return code
  }
  const Awaited = lazy(load)
  function Shown() {
    // Kept for as long as it stands: another component in its place would begin it anew.
    const [Now] = useState(() => loaded ?? Awaited)
    return <Now />
  }
  loaders.push(load)
  return Object.assign(Shown, { load })
}

/** As {@link screenOf}, for a screen that reads answers of the server. The sign-in does without the query library. */
function dataScreenOf(loadCode: () => Loaded, ...messages: readonly MessagePart[]): Screen {
  return screenOf(
    async () => {
      const [code, { WithAnswers }] = await Promise.all([
        loadCode(),
        import('./api/with-answers.tsx'),
      ])
      const { default: Code } = code
      const WithCode = () => (
        <WithAnswers>
          <Code />
        </WithAnswers>
      )
      return { ...code, default: WithCode }
    },
    ...messages,
  )
}

/** As {@link dataScreenOf}, with what was under way when the page was last closed. */
function dealScreenOf(load: () => Loaded): Screen {
  const restore = () => import('./state/restore-visits.ts').then((part) => part.restoreVisits())
  return dataScreenOf(async () => (await Promise.all([load(), restore()]))[0], 'home', 'rest')
}

const Login = screenOf(() => import('./screens/sign-in/login.tsx'), 'signIn')

/** The whole route table (spec §2); `*` is the 404 below. */
export const routes: readonly ScreenRoute[] = [
  { path: '/', screen: Login },
  { path: '/login', screen: Login },
  {
    path: '/otp-verification',
    screen: screenOf(() => import('./screens/sign-in/otp-verification.tsx'), 'signIn'),
  },
  {
    path: '/login-success',
    screen: screenOf(() => import('./screens/sign-in/login-success.tsx'), 'signIn'),
  },
  {
    path: '/deliveries',
    screen: dataScreenOf(() => import('./screens/deliveries.tsx'), 'home'),
    guarded: true,
  },
  { path: '/products', screen: dealScreenOf(() => import('./screens/visit/products.tsx')) },
  {
    path: '/placeorder',
    screen: dealScreenOf(() => import('./screens/deal/place-order.tsx')),
  },
  {
    path: '/payment-mode',
    screen: dealScreenOf(() => import('./screens/visit/payment-mode.tsx')),
  },
  {
    path: '/items-settlement',
    screen: dealScreenOf(() => import('./screens/deal/items-settlement.tsx')),
  },
  {
    path: '/cash-payment',
    screen: dealScreenOf(() => import('./screens/deal/cash-payment.tsx')),
  },
  {
    path: '/order-success',
    screen: screenOf(() => import('./screens/deal/order-success.tsx'), 'home', 'rest'),
  },
  { path: '/profile', screen: dataScreenOf(() => import('./screens/profile.tsx'), 'home', 'rest') },
  {
    path: '/enquiry-details/:customerId',
    screen: dealScreenOf(() => import('./screens/visit/enquiry-details.tsx')),
  },
]

const NotFound = screenOf(() => import('./screens/not-found.tsx'), 'rest')

const FIRST_SCREEN_TIMEOUT_MS = 5_000

/**
 * What the address asks for: until it has come, the page's own splash stands and nothing is drawn twice. Where it does
 * not come, the route says so; where it takes long, everything else begins without it.
 */
export async function fetchFirstScreen(): Promise<void> {
  const first = (path: string) => path.split('/')[1]
  const route = routes.find(({ path }) => first(path) === first(location.pathname))
  const screen = route?.guarded && !session.get() ? Login : route?.screen
  const loading = screen?.load().catch(() => undefined)
  const code = await Promise.race([loading, wait(FIRST_SCREEN_TIMEOUT_MS)])
  // On its way while React draws: on a cheap phone that takes longer than the link.
  code?.prefetchAnswers?.()
}

export function Routes() {
  const t = useTranslate()
  return (
    <Suspense fallback={<Splash label={t('common.loading')} />}>
      <ScreensAhead />
      <Switch>
        {routes.map(({ path, screen: Screen, guarded }) => (
          <Route key={path} path={path}>
            {guarded ? <Guarded screen={Screen} /> : <Screen />}
          </Route>
        ))}
        {/* Cancel on /items-settlement points here; it must be no dead end (ruling 16). */}
        <Route path={paths.itemsCatalog()}>
          <Redirect to={paths.products()} replace />
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  )
}

function Guarded({ screen: Screen }: { screen: Screen }) {
  return useValue(session) ? <Screen /> : <Redirect to={paths.login()} replace />
}

let tellDrawn: () => void

/** When the first screen stands: only then is anything fetched that it can do without. */
export const firstScreenDrawn = new Promise<void>((resolve) => {
  tellDrawn = resolve
})

let tellFetched: () => void

/** When the other screens have come as well, or could not. */
export const screensFetched = new Promise<void>((resolve) => {
  tellFetched = resolve
})

const signsOfLife = ['pointerdown', 'keydown', 'focusin'] as const

/** On a weak link the list itself comes first. */
const AHEAD_AFTER_MS = 3_000

/** What is fetched is read at once, on a slow phone for longer than a tap may wait for its answer. */
const AFTER_THE_TAP_MS = 500

/**
 * Once somebody is at work, fetches the other screens: a runner whose signal goes on the way to the door must not find
 * the next one missing. What could not be fetched is tried again when it is opened.
 */
function ScreensAhead() {
  const isSignedIn = useValue(session) !== undefined
  useEffect(() => {
    tellDrawn()
    const ahead = new AbortController()
    const fetchAhead = () => {
      ahead.abort()
      void Promise.allSettled(loaders.map((load) => load())).then(tellFetched)
    }
    const fetchIn = (ms: number) => {
      const timer = setTimeout(fetchAhead, ms)
      ahead.signal.addEventListener('abort', () => clearTimeout(timer))
    }
    for (const sign of signsOfLife)
      window.addEventListener(sign, () => fetchIn(AFTER_THE_TAP_MS), ahead)
    if (isSignedIn) fetchIn(AHEAD_AFTER_MS)
    return () => ahead.abort()
  }, [isSignedIn])
  return null
}

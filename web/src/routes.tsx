import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { fetchMessages, type MessagePart } from './i18n/language.ts'
import { useTranslate } from './i18n/translate.ts'
import { useValue } from './lib/use-value.ts'
import { wait } from './lib/wait.ts'
import { paths } from './paths.ts'
import { session } from './state/session.ts'
import { Splash } from './ui/display/logo.tsx'

interface ScreenRoute {
  readonly path: string
  readonly screen: Screen
  /** Needs a stored sign-in phone. The other screens ask for it before they store work. */
  readonly guarded?: true
}

/** Code that is fetched ahead: each screen, and what runs behind all of them. */
const loaders: (() => Promise<unknown>)[] = [
  () => import('./start-work.ts'),
  () => import('./ui/dialog/confirm-host.tsx'),
  () => import('./components/frame/late-sign-out.ts'),
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

/** A screen whose code is fetched ahead or when it opens. A screen that was fetched ahead is drawn without a wait. */
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
    // The same component while it is mounted: another one would lose its state.
    const [Now] = useState(() => loaded ?? Awaited)
    return <Now />
  }
  loaders.push(load)
  return Object.assign(Shown, { load })
}

/** As {@link screenOf}, for a screen that reads answers of the server. The sign-in does not load the query library. */
function dataScreenOf(loadCode: () => Loaded, ...messages: readonly MessagePart[]): Screen {
  return screenOf(
    async () => {
      const [code, { WithAnswers }] = await Promise.all([
        loadCode(),
        import('./api/query-hooks.tsx'),
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

/** As {@link dataScreenOf}, with the visits restored that were open when the page was closed. */
function dealScreenOf(load: () => Loaded): Screen {
  const restore = () => import('./state/restore-visits.ts').then((part) => part.restoreVisits())
  return dataScreenOf(async () => (await Promise.all([load(), restore()]))[0], 'home', 'rest')
}

const Login = screenOf(() => import('./screens/sign-in/login.tsx'), 'signIn')

/** The whole route table; `*` is the 404 below. */
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
 * Fetches the screen of the address. Until then the splash of the page shows, so that nothing is drawn twice. The route
 * shows a failure. After the time limit the app starts without the screen.
 */
export async function fetchFirstScreen(): Promise<void> {
  const first = (path: string) => path.split('/')[1]
  const route = routes.find(({ path }) => first(path) === first(location.pathname))
  const screen = route?.guarded && !session.get() ? Login : route?.screen
  const loading = screen?.load().catch(() => undefined)
  const code = await Promise.race([loading, wait(FIRST_SCREEN_TIMEOUT_MS)])
  // The calls run while React draws, which takes longer than the network on a cheap phone.
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
        {/* Cancel on /items-settlement leads here, so the address needs a screen (ruling 16). */}
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

let resolveDrawn: () => void

/** Resolves when the first screen is drawn. What it does not need is fetched after that. */
export const firstScreenDrawn = new Promise<void>((resolve) => {
  resolveDrawn = resolve
})

let resolveFetched: () => void

/** Resolves when the other screens are fetched or have failed. */
export const screensFetched = new Promise<void>((resolve) => {
  resolveFetched = resolve
})

const inputEvents = ['pointerdown', 'keydown', 'focusin'] as const

/** On a weak network the list comes first. */
const AHEAD_AFTER_MS = 3_000

/** A fetched script is parsed at once. On a slow phone that takes longer than a tap may wait. */
const AFTER_THE_TAP_MS = 500

/**
 * Fetches the other screens when the runner starts to work, because the network may be gone before the next screen.
 * Opening a screen tries a failed one again.
 */
function ScreensAhead() {
  const isSignedIn = useValue(session) !== undefined
  useEffect(() => {
    resolveDrawn()
    const ahead = new AbortController()
    const fetchAhead = () => {
      ahead.abort()
      void Promise.allSettled(loaders.map((load) => load())).then(resolveFetched)
    }
    const fetchIn = (ms: number) => {
      const timer = setTimeout(fetchAhead, ms)
      ahead.signal.addEventListener('abort', () => clearTimeout(timer))
    }
    for (const event of inputEvents)
      window.addEventListener(event, () => fetchIn(AFTER_THE_TAP_MS), ahead)
    if (isSignedIn) fetchIn(AHEAD_AFTER_MS)
    return () => ahead.abort()
  }, [isSignedIn])
  return null
}

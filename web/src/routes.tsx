import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { fetchMessages, type MessagePart } from './i18n/language.ts'
import { useTranslate } from './i18n/translate.ts'
import { useValue } from './lib/use-value.ts'
import { paths } from './paths.ts'
import { session } from './state/session.ts'
import { Splash } from './ui/splash.tsx'

interface ScreenRoute {
  readonly path: string
  readonly screen: ComponentType
  /** Needs a stored login phone (spec §2). What is done on the other screens asks for one before it is stored. */
  readonly guarded?: true
}

/** What is fetched ahead: each screen, and what works behind all of them. */
const loaders: (() => Promise<unknown>)[] = [
  () => import('./start-work.ts'),
  () => import('./ui/confirm-host.tsx'),
  () => import('./api/forget-runner.ts'),
  () => import('./state/snapshots.ts'),
  () => import('./lib/qr-path.ts'),
]

type LoadScreen = () => Promise<{ default: ComponentType }>

function screenOf(load: LoadScreen, ...messages: readonly MessagePart[]): ComponentType {
  const loadAll = async () => (await Promise.all([load(), fetchMessages(...messages)]))[0]
  loaders.push(loadAll)
  return lazy(loadAll)
}

const Login = screenOf(() => import('./screens/login.tsx'), 'signIn')

/** The whole route table (spec §2); `*` is the 404 below. */
export const routes: readonly ScreenRoute[] = [
  { path: '/', screen: Login },
  { path: '/login', screen: Login },
  {
    path: '/otp-verification',
    screen: screenOf(() => import('./screens/otp-verification.tsx'), 'signIn'),
  },
  {
    path: '/login-success',
    screen: screenOf(() => import('./screens/login-success.tsx'), 'signIn'),
  },
  {
    path: '/deliveries',
    screen: screenOf(() => import('./screens/deliveries.tsx'), 'home'),
    guarded: true,
  },
  { path: '/products', screen: screenOf(() => import('./screens/products.tsx'), 'home', 'rest') },
  {
    path: '/placeorder',
    screen: screenOf(() => import('./screens/place-order.tsx'), 'home', 'rest'),
  },
  {
    path: '/payment-mode',
    screen: screenOf(() => import('./screens/payment-mode.tsx'), 'home', 'rest'),
  },
  {
    path: '/items-settlement',
    screen: screenOf(() => import('./screens/items-settlement.tsx'), 'home', 'rest'),
  },
  {
    path: '/cash-payment',
    screen: screenOf(() => import('./screens/cash-payment.tsx'), 'home', 'rest'),
  },
  {
    path: '/order-success',
    screen: screenOf(() => import('./screens/order-success.tsx'), 'home', 'rest'),
  },
  { path: '/profile', screen: screenOf(() => import('./screens/profile.tsx'), 'home', 'rest') },
  {
    path: '/enquiry-details/:customerId',
    screen: screenOf(() => import('./screens/enquiry-details.tsx'), 'home', 'rest'),
  },
]

const NotFound = screenOf(() => import('./screens/not-found.tsx'))

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

function Guarded({ screen: Screen }: { screen: ComponentType }) {
  return useValue(session) ? <Screen /> : <Redirect to={paths.login()} replace />
}

let tellDrawn: () => void

/** When the first screen stands: only then is anything fetched that it can do without. */
export const firstScreenDrawn = new Promise<void>((resolve) => {
  tellDrawn = resolve
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
      void Promise.allSettled(loaders.map((load) => load()))
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

import { lazy, Suspense, type ComponentType } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useValue } from './lib/use-value.ts'
import { paths } from './paths.ts'
import { session } from './state/session.ts'

interface ScreenRoute {
  readonly path: string
  readonly screen: ComponentType
  /** Needs a stored login phone (spec §2). */
  readonly guarded?: true
}

const Login = lazy(() => import('./screens/login.tsx'))

/** The whole route table (spec §2); `*` is the 404 below. */
export const routes: readonly ScreenRoute[] = [
  { path: '/', screen: Login },
  { path: '/login', screen: Login },
  { path: '/otp-verification', screen: lazy(() => import('./screens/otp-verification.tsx')) },
  { path: '/login-success', screen: lazy(() => import('./screens/login-success.tsx')) },
  { path: '/deliveries', screen: lazy(() => import('./screens/deliveries.tsx')), guarded: true },
  { path: '/products', screen: lazy(() => import('./screens/products.tsx')) },
  { path: '/placeorder', screen: lazy(() => import('./screens/place-order.tsx')) },
  { path: '/payment-mode', screen: lazy(() => import('./screens/payment-mode.tsx')) },
  { path: '/items-settlement', screen: lazy(() => import('./screens/items-settlement.tsx')) },
  { path: '/cash-payment', screen: lazy(() => import('./screens/cash-payment.tsx')) },
  { path: '/order-success', screen: lazy(() => import('./screens/order-success.tsx')) },
  { path: '/profile', screen: lazy(() => import('./screens/profile.tsx')) },
  {
    path: '/enquiry-details/:customerId',
    screen: lazy(() => import('./screens/enquiry-details.tsx')),
  },
]

const NotFound = lazy(() => import('./screens/not-found.tsx'))

export function Routes() {
  return (
    <Suspense>
      <Switch>
        {routes.map(({ path, screen: Screen, guarded }) => (
          <Route key={path} path={path}>
            {guarded ? <Guarded screen={Screen} /> : <Screen />}
          </Route>
        ))}
        {/* Cancel on /items-settlement points here; it must be no dead end (decision 16). */}
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

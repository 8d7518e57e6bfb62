import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './build/first-paint.ts'

const work = new RegExp(
  [
    'node_modules/(valibot|idb|lucide-react)/',
    'domain/src/',
    // What draws a code is fetched when one is shown.
    'src/(start-work|install-app|links|api/|outbox/|state/|ui/|components/|lib/(?!qr-path))',
    'src/features/(cart|products|evidence|invoice|hair/visited-customer|orders/purchase-type)',
    // One file of styles for all later screens.
    '\\.module\\.css$',
  ].join('|'),
)

/**
 * A few chunks instead of a hundred: each request costs a slow link its round trip, and small files compress badly.
 * What one screen alone needs stays with its like.
 */
const chunks = [
  // What every screen needs.
  {
    name: 'first',
    test: /src\/(main|components\/frame\/screen|ui\/(layout\/stack|button\/button|message\/announcer))\.tsx?$/,
    includeDependenciesRecursively: true,
    priority: 4,
  },
  // The two screens that a visit begins with, signed out or in, each with what it says in English.
  {
    name: 'login',
    test: /src\/(screens\/sign-in\/login\.tsx$|i18n\/en\/sign-in)/,
    includeDependenciesRecursively: true,
    priority: 3,
  },
  {
    name: 'home',
    test: /src\/(screens\/deliveries\.tsx$|i18n\/en\/home)/,
    includeDependenciesRecursively: true,
    priority: 2,
  },
  // What reads, reckons, stores and sends, and what several later screens are drawn with: fetched once, ahead of them.
  { name: 'work', test: work, includeDependenciesRecursively: false, priority: 1 },
  // The later screens, by what is done there.
  ...Object.entries({
    'sign-in': /screens\/sign-in\/(otp-verification|login-success)/,
    visit: /screens\/(visit\/(enquiry-details|payment-mode|products)|deal\/place-order)/,
    settle: /screens\/deal\/(cash-payment|items-settlement|order-success)/,
    profile: /screens\/(profile|not-found)/,
  }).map(([name, test]) => ({ name, test, includeDependenciesRecursively: true })),
]

export default defineConfig({
  plugins: [react(), firstPaint()],
  build: {
    target: 'es2022',
    manifest: true,
    // Beside the scripts, and not named in them: a name in each of them would be fetched by every phone.
    sourcemap: 'hidden',
    // Only the smallest pictures ride inside the scripts; the others are cached by themselves.
    assetsInlineLimit: 1024,
    // The page itself and the fetching ahead name what is needed; a list of it in each script would weigh more.
    modulePreload: false,
    // Measured on these scripts: 3 % less than the default with gzip, 4 with brotli.
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, inline: 1, reduce_funcs: false, pure_getters: true },
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    strictPort: true,
    // API_ORIGIN is the server that `npm run dev` has started beside this one.
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3001' },
  },
})

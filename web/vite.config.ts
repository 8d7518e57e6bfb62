import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './build/first-paint.ts'

/** What several later screens share: to read, compute, store and send, and to draw. */
const work =
  /node_modules\/(?!uqr|@tanstack\/(react-virtual|virtual-core))|domain\/src\/|src\/(start-work|install-app|links|(api|outbox|state|storage|ui|components)\/|lib\/(?!qr-path)|features\/(cart|products|photo|location|deal\/(completed|invoice)|hair\/visited-customer))|\.module\.css$/

/** A few chunks instead of a hundred: each request costs a round trip, and small files compress badly. */
const chunks = [
  // What every screen needs.
  {
    name: 'first',
    test: /src\/(main|screens\/sign-in\/login|i18n\/en\/sign-in|components\/frame\/screen|ui\/(layout\/layout|button\/button|message\/announcer))\.tsx?$/,
    includeDependenciesRecursively: true,
    priority: 4,
  },
  // Beside it, so that the browser evaluates each in a task of its own.
  { name: 'react-dom', test: /node_modules\/(react-dom|scheduler)\//, priority: 5 },
  // The first screen of a visit with a session, with its English text.
  {
    name: 'home',
    test: /src\/(screens\/deliveries\.tsx$|i18n\/en\/home)/,
    includeDependenciesRecursively: true,
    priority: 2,
  },
  { name: 'work', test: work, includeDependenciesRecursively: false, priority: 1 },
  // The later screens, by their folder.
  {
    name: (id: string) => /screens\/(sign-in|visit|deal)\//.exec(id)?.[1] ?? 'profile',
    test: /src\/screens\//,
    includeDependenciesRecursively: true,
  },
]

/** The file and the class, without a hash: repeated words compress, random letters do not. */
const scopedName = (name: string, file: string) => `${basename(file, '.module.css')}_${name}`

export default defineConfig({
  plugins: [react(), firstPaint()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2022',
    manifest: true,
    // Beside the scripts, and not named in them: every phone would fetch a name in them.
    sourcemap: 'hidden',
    // Only the smallest pictures are part of the scripts; the others are cached by themselves.
    assetsInlineLimit: 1024,
    // The page and the fetching ahead name what is needed; a list of it in each script would weigh more.
    modulePreload: false,
    // Measured on these scripts: 400 bytes less for /login than the default.
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, inline: 1, reduce_funcs: false, pure_getters: true },
      // V8 reads a function in parentheses once, not twice: the wrapper around React DOM is its largest function.
      format: { wrap_func_args: true },
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    strictPort: true,
    // API_ORIGIN is the server that `npm run dev` has started beside this one.
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3001' },
  },
})

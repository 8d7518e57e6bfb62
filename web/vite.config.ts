import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bareIcons } from './build/bare-icons.ts'
import { firstPaint } from './build/first-paint.ts'
import { esmReact } from './build/esm-react.ts'

/**
 * A few chunks instead of a hundred: each request costs a slow link its round trip, and small files compress badly.
 * What one screen alone needs stays with it.
 */
const chunks = [
  // What every screen needs.
  {
    name: 'first',
    test: /web\/src\/(main|components\/screen|ui\/(stack|button|use-announced))\.tsx?$|rolldown.runtime/,
    includeDependenciesRecursively: true,
    priority: 4,
  },
  // The two screens that a visit begins with, signed out or in, each with what it says in English.
  {
    name: 'login',
    test: /web\/src\/(screens\/login\.tsx$|i18n\/en\/sign-in)/,
    includeDependenciesRecursively: true,
    priority: 3,
  },
  {
    name: 'home',
    test: /web\/src\/(screens\/deliveries\.tsx$|i18n\/en\/home)/,
    includeDependenciesRecursively: true,
    priority: 2,
  },
  // What works behind the screens, each small and all fetched ahead together.
  {
    name: 'behind',
    test: /web\/src\/(start-work|install-app|components\/new-version|api\/(forget-runner|admin-health))\.tsx?$/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  // One file of styles for all other screens: each would be named, with its hash, in the first script.
  { name: 'styles', test: /\.module\.css$/, priority: 1 },
  // What reads, reckons, stores and sends, behind every screen after the sign-in.
  {
    name: 'work',
    test: /node_modules\/(valibot|idb)|domain\/src|web\/src\/(api|outbox|state|lib|links)/,
    minShareCount: 3,
  },
  // What several screens are drawn with.
  {
    name: 'parts',
    test: /web\/src\/(ui|components|features\/cart|features\/evidence\/.*location|.*\/(offered-products|purchase-type-keys))|lucide-react/,
    minShareCount: 2,
  },
]

/** A class of a CSS module: unique to its file, and five letters of the first visit rather than fifteen. */
function shortName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file)
  return `_${createHash('sha256').update(`${path}:${name}`).digest('base64url').slice(0, 5)}`
}

export default defineConfig({
  plugins: [esmReact(), react(), bareIcons(), firstPaint()],
  build: {
    target: 'es2022',
    manifest: true,
    // Beside the scripts, and not named in them: 43 names come to 1.6 KB of the whole app.
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
  resolve: {
    alias: [
      // React has had it since 18; the shim is for older ones.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // Lucide's own also reads sizes, colours and names from props and a context, which no icon here has.
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('src/ui/create-icon.ts', import.meta.url)),
      },
    ],
  },
  css: { modules: { generateScopedName: shortName } },
  server: {
    strictPort: true,
    // API_ORIGIN is the server that `npm run dev` has started beside this one.
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3001' },
  },
})

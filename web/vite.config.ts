import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * A few chunks instead of a hundred: each request costs a slow link its round trip, and small files compress badly.
 * What one screen alone needs stays with it.
 */
const chunks = [
  // What every screen needs.
  {
    name: 'first',
    test: /web\/src\/(main|components\/screen|ui\/stack|ui\/button)\.tsx$|rolldown.runtime/,
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
  // What reads, reckons, stores and sends, behind every screen after the sign-in.
  {
    name: 'work',
    test: /node_modules\/(valibot|idb)|domain\/src|web\/src\/(api|outbox|state|lib|links)/,
    minShareCount: 3,
    priority: 1,
  },
  // What several screens are drawn with.
  { name: 'parts', test: /web\/src\/(ui|components)|lucide-react/, minShareCount: 2 },
]

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: true,
    // Only the smallest pictures ride inside the scripts; the others are cached by themselves.
    assetsInlineLimit: 1024,
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  // React has had it since 18; the shim is for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: {
    strictPort: true,
    // API_ORIGIN is the server that `npm run dev` has started beside this one.
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3001' },
  },
})

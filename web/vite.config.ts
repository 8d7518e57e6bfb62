import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: true,
    // Only the smallest pictures ride inside the scripts; the others are cached by themselves.
    assetsInlineLimit: 1024,
    modulePreload: { polyfill: false },
  },
  server: {
    strictPort: true,
    // API_ORIGIN is the server that `npm run dev` has started beside this one.
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3001' },
  },
})

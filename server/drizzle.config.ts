import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` in this folder writes the next migration from schema.ts. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/schema.ts',
  out: './src/db/migrations',
})

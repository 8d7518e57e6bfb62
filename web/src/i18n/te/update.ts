import type { updateMessages as english } from '../en/update.ts'

export const updateMessages = {
  'update.ready': 'Veni కొత్త వెర్షన్ ఈ ఫోన్‌లో సిద్ధంగా ఉంది.',
  'update.now': 'ఇప్పుడే అప్‌డేట్ చేయండి',
} as const satisfies Record<keyof typeof english, string>

import { statfs } from 'node:fs/promises'

/** @returns the bytes that this process can still write into the folder's file system */
export async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

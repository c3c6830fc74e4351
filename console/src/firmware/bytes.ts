import { formatNumber } from '../platform/format.ts'

const exactly = (bytes: number): string => `${formatNumber(bytes)} B`

/** A size as people read it. */
export function shortBytes(bytes: number): string {
  if (bytes < 1024) return exactly(bytes)
  const isLarge = bytes >= 1_048_576
  return `${formatNumber(bytes / (isLarge ? 1_048_576 : 1024), 1)} ${isLarge ? 'MB' : 'KB'}`
}

/** The same with the bytes themselves: sizes of firmware are compared to the byte. */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 ? exactly(bytes) : `${shortBytes(bytes)} (${exactly(bytes)})`

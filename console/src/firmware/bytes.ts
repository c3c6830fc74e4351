import { formatNumber } from '../platform/format.ts'

/** A size as people read it, and the bytes themselves: sizes of firmware are compared to the byte. */
export function formatBytes(bytes: number): string {
  const exact = `${formatNumber(bytes)} B`
  if (bytes < 1024) return exact
  const isLarge = bytes >= 1_048_576
  return `${formatNumber(bytes / (isLarge ? 1_048_576 : 1024), 1)} ${isLarge ? 'MB' : 'KB'} (${exact})`
}

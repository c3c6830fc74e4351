import { createHash } from 'node:crypto'
import { heldLines } from '@brigade/contract/recipe/oven-document.model.ts'

/** The same digest as the oven computes over the recipes that it received. */
export const heldDigest = (held: readonly Readonly<{ id: string; version: number }>[]): string =>
  createHash('sha256').update(heldLines(held)).digest('hex')

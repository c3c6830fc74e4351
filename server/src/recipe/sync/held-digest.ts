import { createHash } from 'node:crypto'
import { heldLines } from '@brigade/contract/recipe/oven-document.model.ts'

/** As an oven makes it over the recipes that it was sent. */
export const heldDigest = (held: readonly Readonly<{ id: string; version: number }>[]): string =>
  createHash('sha256').update(heldLines(held)).digest('hex')

import type { Ctx, FileAnswer } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { findFile } from './file.store.ts'

/** The content of an id never changes, so a client may cache it for a day. */
const maxAgeSeconds = 86_400

/** A file outside the caller's organisations is answered like a missing one. */
export async function readFile(ctx: Ctx, { query }: { query: { id: string } }): Promise<FileAnswer> {
  const file = await findFile(ctx.db, ctx.caller, query.id)
  const body = file === undefined ? null : await ctx.files.get(query.id)
  if (file === undefined || body === null) refuse('file.unknown')
  return { body, mediaType: file.mediaType, maxAgeSeconds }
}

import type { Ctx, FileAnswer } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { findFile } from './file.store.ts'

/** What an id holds never changes, so a client may keep it for a day without asking again. */
const maxAgeSeconds = 86_400

/** One outside the caller's organisations is as if it did not exist. */
export async function readFile(ctx: Ctx, { query }: { query: { id: string } }): Promise<FileAnswer> {
  const file = await findFile(ctx.db, ctx.caller, query.id)
  const body = file === undefined ? null : await ctx.files.get(query.id)
  if (file === undefined || body === null) refuse('file.unknown')
  return { body, mediaType: file.mediaType, maxAgeSeconds }
}

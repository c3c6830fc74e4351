import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import { textOf, wordsOf, type Word } from '@brigade/contract/product/language/language.rules.ts'
import type { LanguageTag, ProductWords } from '@brigade/contract/product/language/language.model.ts'
import { templatesByKind } from '@brigade/contract/product/template/template.rules.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { currentDraft, emptyModel } from '../../thing-model/drafts.ts'
import { findPublished } from '../../thing-model/thing-model.store.ts'
import { listContents } from '../template/template.store.ts'
import { findKind, listLanguages, type StoredLanguage } from './language.store.ts'

/**
 * Drafts are for the platform only: with them the result contains the words its staff edit, without them the published
 * ones.
 */
export async function wordsOfProduct(
  db: Db,
  productId: string,
  { withDrafts }: { withDrafts: boolean },
): Promise<Word[]> {
  const kind = (await findKind(db, productId)) ?? refuse('product.unknown')
  const contents = new Map((await listContents(db, productId)).map((row) => [row.kind, row]))
  const model = withDrafts
    ? (await currentDraft(db, productId)).model
    : ((await findPublished(db, productId))?.model ?? emptyModel)
  return wordsOf({
    model,
    templates: templatesByKind((each) => {
      const content = contents.get(each)
      return withDrafts ? (content?.draft ?? content?.published) : content?.published
    }),
    faults: faultsOf[kind],
  })
}

type Reader = Pick<Ctx, 'db'> & Readonly<{ caller: Pick<Ctx['caller'], 'organisationId'> }>

/** The part of a product's words and languages that a caller sees. */
export async function seenWords(
  ctx: Reader,
  productId: string,
): Promise<Readonly<{ words: readonly Word[]; languages: readonly StoredLanguage[] }>> {
  const isStaff = await isPlatformStaff(ctx)
  const words = await wordsOfProduct(ctx.db, productId, { withDrafts: isStaff })
  const stored = await listLanguages(ctx.db, ctx.caller, productId)
  return { words, languages: isStaff ? stored : stored.flatMap(publishedAlone) }
}

const publishedAlone = (language: StoredLanguage): StoredLanguage[] =>
  language.published === null || language.publishedAt === null
    ? []
    : [{ ...language, draft: language.published, updatedAt: language.publishedAt, isChanged: false }]

export async function getWords(ctx: Reader, productId: string, tag: LanguageTag): Promise<ProductWords> {
  const { words, languages } = await seenWords(ctx, productId)
  const language = languages.find((each) => each.language === tag)
  return {
    updatedAt: language?.updatedAt ?? null,
    words: words.map((word) => ({
      ...word,
      text: textOf(language?.draft ?? {}, word.key),
      published: textOf(language?.published ?? {}, word.key),
    })),
  }
}

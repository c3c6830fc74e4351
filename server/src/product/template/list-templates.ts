import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import type { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import { templateKinds } from '@brigade/contract/product/template/template.model.ts'
import type {
  TemplateContents,
  TemplateFault,
  TemplateKind,
} from '@brigade/contract/product/template/template.model.ts'
import { readTemplate, templateFaults } from '@brigade/contract/product/template/template.rules.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findProduct } from '../../thing-model/draft.store.ts'
import { emptyModel } from '../../thing-model/drafts.ts'
import { findPublished } from '../../thing-model/thing-model.store.ts'
import { listTemplates, type StoredTemplate } from './template.store.ts'

type Reader = Pick<Ctx, 'db' | 'caller'>

/** The parts of a product's templates that the caller may see: drafts are for the platform only. */
async function seen(ctx: Reader, productId: string) {
  if ((await findProduct(ctx.db, productId)) === undefined) refuse('product.unknown')
  const [stored, isStaff, published] = await Promise.all([
    listTemplates(ctx.db, ctx.caller, productId),
    isPlatformStaff(ctx),
    findPublished(ctx.db, productId),
  ])
  const templates = isStaff ? stored : stored.flatMap(publishedAlone)
  return {
    model: published?.model ?? emptyModel,
    find: (kind: TemplateKind) => templates.find((template) => template.kind === kind),
  }
}

const publishedAlone = (template: StoredTemplate): StoredTemplate[] =>
  template.published === null || template.publishedAt === null
    ? []
    : [{ ...template, draft: null, updatedAt: template.publishedAt, updatedBy: template.publishedBy }]

const faultsOf = (kind: TemplateKind, template: StoredTemplate | undefined, model: ThingModel): TemplateFault[] => {
  const content = readTemplate(kind, template?.draft ?? template?.published)
  return content === undefined ? [] : templateFaults(kind, content, model)
}

export async function getTemplate<K extends TemplateKind>(ctx: Reader, kind: K, productId: string) {
  const { model, find } = await seen(ctx, productId)
  const template = find(kind)
  const stampOf = (at: string | null | undefined, by: string | null | undefined) =>
    at === null || at === undefined ? null : { at, by: by ?? '' }
  const content = (kept: unknown): TemplateContents[K] | null => readTemplate(kind, kept) ?? null
  return {
    draft: content(template?.draft),
    published: content(template?.published),
    updatedAt: template?.updatedAt ?? null,
    drafted: template?.draft === null ? null : stampOf(template?.updatedAt, template?.updatedBy),
    publishedBy: stampOf(template?.publishedAt, template?.publishedBy),
    faults: faultsOf(kind, template, model),
  }
}

export async function listTemplatesOf(ctx: Reader, productId: string): Promise<ReplyOf<typeof templateApi.templates>> {
  const { model, find } = await seen(ctx, productId)
  return templateKinds.map((kind) => {
    const template = find(kind)
    return {
      kind,
      status: statusOf(template),
      updatedAt: template?.updatedAt ?? null,
      updatedBy: template?.updatedBy ?? '',
      publishedAt: template?.publishedAt ?? null,
      publishedBy: template?.publishedBy ?? '',
      faults: faultsOf(kind, template, model),
    }
  })
}

function statusOf(template: StoredTemplate | undefined) {
  if (template === undefined) return 'none'
  if (template.published === null) return 'draft'
  return template.draft === null ? 'published' : 'changed'
}

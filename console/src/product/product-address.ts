import { templateKinds } from '@brigade/contract/product/template/template.model.ts'

/** Addresses of the screens (spec 2). Ids are opaque. */
export const listPath = '/product/model'

export const productTabs = ['basics', 'functions', 'versions', 'templates', 'languages', 'config', 'devices'] as const
export type ProductTab = (typeof productTabs)[number]

/** The functions, then each template. */
export const draftTabs = ['functions', ...templateKinds] as const
export type DraftTab = (typeof draftTabs)[number]

const addressOf = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query).toString()}`

/** The models of one series. */
export const modelsHref = (seriesId: string): string => addressOf(listPath, { seriesId })

export const detailHref = (id: string, tab: ProductTab = 'basics'): string =>
  addressOf(`${listPath}/detail`, tab === 'basics' ? { id } : { id, tab })

export const draftHref = (id: string, tab: DraftTab = 'functions'): string =>
  addressOf(`${listPath}/draft`, tab === 'functions' ? { id } : { id, tab })

/** Addresses of the screens of a product that the parts lead to (spec 2). Ids are opaque. */
const addressOf = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query).toString()}`

/** Returns the address of the draft editor, and opens the given function in it. */
export const draftHref = (productId: string, identifier = ''): string =>
  addressOf('/product/model/draft', identifier === '' ? { id: productId } : { id: productId, function: identifier })

export const templatesHref = (productId: string): string =>
  addressOf('/product/model/detail', { id: productId, tab: 'templates' })

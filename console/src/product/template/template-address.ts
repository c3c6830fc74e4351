import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'

/** Where a template of a product is edited: the tab of its detail page, with the template's kind. */
export function templateHref(productId: string, kind: TemplateKind): string {
  const query = new URLSearchParams({ id: productId, tab: 'templates', template: kind })
  return `/product/model/detail?${query.toString()}`
}

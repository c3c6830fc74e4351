import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { TemplateContents, TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import type { ComponentType } from 'react'
import type { PreviewProps } from './phone/preview-props.ts'
import type { TemplateFormProps } from './field/template-context.ts'
import type { TemplateWork } from './template-work.ts'

/** Each kind of template builds its editor from these parts. */
export type TemplateParts<K extends TemplateKind> = {
  product: ProductDetail
  work: TemplateWork<K>
  Form: ComponentType<TemplateFormProps<TemplateContents[K]>>
  Preview: ComponentType<PreviewProps<TemplateContents[K]>>
}

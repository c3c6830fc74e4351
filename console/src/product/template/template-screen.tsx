import { usePublishedModel, useTemplateState } from './use-template-draft.ts'
import type { TemplateParts } from './template-parts.ts'
import { templateText } from './field/template.text.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { useWords } from '../../platform/locale.ts'
import css from './template.module.css'
import { TemplateEditor } from './template-editor.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import { ControlForm } from './edit/control-form.tsx'
import { EditForm, InfoForm } from './edit/group-forms.tsx'
import { NetworkForm } from './edit/network-form.tsx'
import { TemperatureForm } from './edit/temperature-form.tsx'
import { ControlPreview } from './phone/control-preview.tsx'
import { EditPreview } from './phone/edit-preview.tsx'
import { InfoPreview } from './phone/info-preview.tsx'
import { NetworkPreview } from './phone/network-preview.tsx'
import { TemperaturePreview } from './phone/temperature-preview.tsx'
import { controlWork, editWork, infoWork, networkWork, temperatureWork } from './template-work.ts'

/** One template of a product: its form, and beside it the phone that shows it. */
export function TemplateScreen({ product, kind }: { product: ProductDetail; kind: TemplateKind }) {
  switch (kind) {
    case 'distribution-network':
      return (
        <TemplateLoader key={kind} product={product} work={networkWork} Form={NetworkForm} Preview={NetworkPreview} />
      )
    case 'params-info':
      return <TemplateLoader key={kind} product={product} work={infoWork} Form={InfoForm} Preview={InfoPreview} />
    case 'device-control':
      return (
        <TemplateLoader key={kind} product={product} work={controlWork} Form={ControlForm} Preview={ControlPreview} />
      )
    case 'params-edit':
      return <TemplateLoader key={kind} product={product} work={editWork} Form={EditForm} Preview={EditPreview} />
    case 'temperature-control':
      return (
        <TemplateLoader
          key={kind}
          product={product}
          work={temperatureWork}
          Form={TemperatureForm}
          Preview={TemperaturePreview}
        />
      )
  }
}

/** Waits for the template and the published thing model. */
function TemplateLoader<K extends TemplateKind>(parts: TemplateParts<K>) {
  const { product, work } = parts
  const w = useWords(templateText)
  const state = useTemplateState(work, product.id)
  const { model, error } = usePublishedModel(product.id)
  const failed = state.data === undefined ? (state.error ?? error) : error
  if (failed !== null) return <ErrorPanel message={failed.message} onRetry={() => void state.refetch()} />
  if (state.data === undefined || model === undefined)
    return (
      <Stack gap="16" padding="24 gutter" className={css.bones} role="status" aria-label={w.loading}>
        <span />
        <span />
        <span />
      </Stack>
    )
  return <TemplateEditor {...parts} state={state.data} model={model} />
}

import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { TemplateEditor } from './template-editor.tsx'
import css from './template.module.css'
import { useWords } from '../../platform/locale.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { templateText } from './field/template.text.ts'
import type { TemplateParts } from './template-parts.ts'
import { usePublishedModel, useTemplateState } from './use-template-draft.ts'

/** Waits for the template and the published thing model. */
export function TemplateLoader<K extends TemplateKind>(parts: TemplateParts<K>) {
  const { product, work } = parts
  const w = useWords(templateText)
  const state = useTemplateState(work, product.id)
  const { model, error } = usePublishedModel(product.id)
  const failed = state.data === undefined ? (state.error ?? error) : error
  if (failed !== null) return <ErrorPanel message={failed.message} onRetry={() => void state.refetch()} />
  if (state.data === undefined || model === undefined)
    return (
      <Stack gap="16" padding="24" className={css.bones} role="status" aria-label={w.loading}>
        <span />
        <span />
        <span />
      </Stack>
    )
  return <TemplateEditor {...parts} state={state.data} model={model} />
}

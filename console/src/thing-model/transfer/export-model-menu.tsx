import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { modelFormats, type ModelFormat, type VersionRow } from '@brigade/contract/thing-model/model-draft.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useState } from 'react'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { download, saveBlob } from '../../platform/call.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import css from './transfer.module.css'
import { exportText, formatWords } from './transfer.text.ts'

type Source = 'draft' | 'published'

/** Exports the published thing model, or the draft. */
export function ExportModelMenu({ product }: { product: ProductDetail }) {
  const w = useWords(exportText)
  const can = useCan()
  const canSeeDraft = usePlatformCan()('thing-model:view')
  const [isOpen, setOpen] = useState(false)
  const { version } = product
  const [chosen, setChosen] = useState<Source>('published')
  const source: Source = version === null ? 'draft' : canSeeDraft ? chosen : 'published'
  if (!can('thing-model:export')) return null
  const isEmpty = version === null && (!canSeeDraft || product.draftFunctions === 0)
  const button = (
    <Button
      icon="download"
      disabledReason={isEmpty ? w.nothing : undefined}
      onClick={() => setOpen(!isOpen)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
    >
      {w.export}
    </Button>
  )
  if (isEmpty) return button
  return (
    <PopPanel flush label={w.title} isOpen={isOpen} onOpenChange={setOpen} target={button}>
      {version !== null && canSeeDraft ? (
        <Box padding="8 8 4">
          <Segments
            full
            label={w.which}
            value={source}
            onChange={setChosen}
            options={[
              { value: 'published', label: w.published({ name: version.name }) },
              { value: 'draft', label: w.draft },
            ]}
          />
        </Box>
      ) : null}
      <Formats
        productId={product.id}
        {...(source === 'draft' ? { version: 'draft' as const } : {})}
        onDone={() => setOpen(false)}
      />
    </PopPanel>
  )
}

/** Exports one version. */
export function ExportVersionMenu({ product, version }: { product: ProductDetail; version: VersionRow }) {
  const w = useWords(exportText)
  const [isOpen, setOpen] = useState(false)
  return (
    <PopPanel
      flush
      label={w.exportNamed({ name: version.name })}
      isOpen={isOpen}
      onOpenChange={setOpen}
      target={
        <Button
          look="quiet"
          size="small"
          aria-label={w.exportNamed({ name: version.name })}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {w.export}
        </Button>
      }
    >
      <Formats productId={product.id} version={version.version} onDone={() => setOpen(false)} />
    </PopPanel>
  )
}

type FormatsProps = { productId: string; version?: number | 'draft'; onDone: () => void }

function Formats({ productId, version, onDone }: FormatsProps) {
  const w = useWords(exportText)
  const locale = useLocale()
  const [busy, setBusy] = useState<ModelFormat | null>(null)
  const save = async (format: ModelFormat): Promise<void> => {
    if (busy !== null) return
    setBusy(format)
    try {
      const request = { productId, format, ...(version === undefined ? {} : { version }) }
      const { blob, name } = await download(thingModelApi.export, request)
      saveBlob(blob, name)
      toastDone(w.saved({ file: name }))
      onDone()
    } catch {
      // A toast has already shown the failure.
    } finally {
      setBusy(null)
    }
  }
  return (
    <ul className={css.formats}>
      {modelFormats.map((format) => (
        <li key={format}>
          <button type="button" aria-busy={busy === format || undefined} onClick={() => void save(format)}>
            <Icon name="download" />
            <span>
              <b>{formatWords[format].name[locale]}</b>
              <small>{formatWords[format].use[locale]}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { languageTags, type LanguageRow, type LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { languageWords } from '@brigade/contract/product/product.text.ts'
import { useState } from 'react'
import { ImportDialog } from '../../job/import/import-link.tsx'
import { useStartJob } from '../../job/job-link.tsx'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { detailHref } from '../product-address.ts'
import { languageText } from './language.text.ts'
import { PublishLanguages } from './publish-languages.tsx'

type Props = {
  product: ProductDetail
  rows: readonly LanguageRow[]
  /** The language on screen. */
  current: LanguageRow | undefined
  hasUnsaved: (language: LanguageTag) => boolean
  onAdd: () => void
  onRemoved: (language: LanguageTag) => void
}

type Opened = 'publish' | 'import' | 'remove'

const importCalls = {
  template: languageApi.exportLanguages,
  check: languageApi.checkLanguageImport,
  apply: languageApi.importLanguages,
}

/** Names the product and the language on screen, with the actions for one language or for all. */
export function LanguageHead({ product, rows, current, hasUnsaved, onAdd, onRemoved }: Props) {
  const w = useWords(languageText)
  const nameOf = useNameOf()
  const [open, setOpen] = useState<Opened | null>(null)
  const close = (): void => setOpen(null)
  const { mutateAsync: remove } = useSend(languageApi.removeLanguages, { quiet: true })
  const changed = rows.filter(({ status }) => status !== 'published')
  const name = current === undefined ? '' : nameOf(languageWords[current.language])
  return (
    <>
      <HeadCard
        name={w.title({ name: nameOf(product.name) })}
        facts={[
          <a key="model" href={detailHref(product.id)}>
            {w.backToModel}
          </a>,
          current === undefined
            ? w.intro
            : w.savedBy({ name, at: formatTime(current.updatedAt), by: current.updatedBy }),
        ]}
        actions={
          <HeadActions
            productId={product.id}
            rows={rows}
            current={current}
            hasChanged={changed.length > 0}
            onOpen={setOpen}
            onAdd={onAdd}
          />
        }
      />
      <PublishLanguages
        productId={product.id}
        rows={changed}
        hasUnsaved={hasUnsaved}
        isOpen={open === 'publish'}
        onClose={close}
      />
      <ImportDialog
        name={`product.languages ${product.id}`}
        title={w.importTitle}
        intro={w.importIntro}
        calls={importCalls}
        fields={{ productId: product.id }}
        isOpen={open === 'import'}
        onClose={close}
      />
      <ConfirmAction
        title={w.removeTitle({ name })}
        isOpen={open === 'remove' && current !== undefined}
        onClose={close}
        confirmLabel={w.removeTitle({ name })}
        danger
        onConfirm={async () => {
          if (current === undefined) return
          await remove({ productId: product.id, languages: [current.language] })
          onRemoved(current.language)
          toastDone(w.removed({ name }))
        }}
      >
        {w.removeBody({ name, n: formatNumber(current?.translated) })}
      </ConfirmAction>
    </>
  )
}

type ActionProps = Pick<Props, 'rows' | 'current' | 'onAdd'> & {
  productId: string
  hasChanged: boolean
  onOpen: (opened: Opened) => void
}

function HeadActions({ productId, rows, current, hasChanged, onOpen, onAdd }: ActionProps) {
  const w = useWords(languageText)
  const nameOf = useNameOf()
  const can = usePlatformCan()
  return (
    <>
      {can('product-language:import') && rows.length > 0 ? (
        <Button icon="upload" onClick={() => onOpen('import')}>
          {w.import}
        </Button>
      ) : null}
      <ExportMenu productId={productId} rows={rows} current={current} />
      {can('product-language:update') && rows.length > 0 ? (
        <Button
          icon="plus"
          disabledReason={rows.length === languageTags.length ? w.allAdded : undefined}
          onClick={onAdd}
        >
          {w.add}
        </Button>
      ) : null}
      {can('product-language:publish') && rows.length > 0 ? (
        <Button
          look="primary"
          icon="send"
          disabledReason={hasChanged ? undefined : w.nothingToPublish}
          onClick={() => onOpen('publish')}
        >
          {w.publish}
        </Button>
      ) : null}
      {can('product-language:remove') && current !== undefined ? (
        <ActionMenu
          target={<IconButton icon="dots" label={w.more} aria-haspopup="menu" />}
          actions={[
            {
              key: 'remove',
              icon: 'trash',
              danger: true,
              label: w.removeTitle({ name: nameOf(languageWords[current.language]) }),
              onClick: () => onOpen('remove'),
            },
          ]}
        />
      ) : null}
    </>
  )
}

type ExportProps = Pick<Props, 'rows' | 'current'> & { productId: string }

function ExportMenu({ productId, rows, current }: ExportProps) {
  const w = useWords(languageText)
  const nameOf = useNameOf()
  const mayExport = useCan()('product-language:export')
  const { mutate } = useStartJob(languageApi.startLanguageExport)
  if (!mayExport || rows.length === 0) return null
  return (
    <ActionMenu
      target={
        <Button icon="download" aria-haspopup="menu">
          {w.export}
        </Button>
      }
      actions={[
        { key: 'xlsx', label: w.exportAll, onClick: () => mutate({ productId, format: 'xlsx' }) },
        { key: 'csv', label: w.exportAllCsv, onClick: () => mutate({ productId, format: 'csv' }) },
        ...(current === undefined || rows.length === 1
          ? []
          : [
              {
                key: 'one',
                startsGroup: true,
                label: w.exportOne({ name: nameOf(languageWords[current.language]) }),
                onClick: () => mutate({ productId, languages: [current.language], format: 'xlsx' as const }),
              },
            ]),
      ]}
    />
  )
}

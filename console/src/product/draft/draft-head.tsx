import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { missingWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import type { ModelDraft } from '@brigade/contract/thing-model/model-draft.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { emptyValue, formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { PublishDialog } from '../../thing-model/publish/publish-dialog.tsx'
import { draftHref as functionHref } from '../../thing-model/model-address.ts'
import { ExportModelMenu } from '../../thing-model/transfer/export-model-menu.tsx'
import { ImportModelDialog } from '../../thing-model/transfer/import-model-dialog.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { productActs } from '../product-acts.ts'
import { detailHref } from '../product-address.ts'
import { ProductBadge } from '../product-badge.tsx'
import { draftText } from './draft.text.ts'

/** The header shows the model of the draft, its difference from the published version, and the actions on the whole draft. */
export function DraftHead({ product }: { product: ProductDetail }) {
  const w = useWords(draftText)
  const locale = useLocale()
  const nameOf = useNameOf()
  const { id, version, functions } = product
  const { data: draft } = useQuery(ask(thingModelApi.draft, { productId: id }, { quiet: true }))
  const isThere = draft !== undefined && draft.updatedAt !== null
  const breaking = draft?.changes.filter(({ breaking: reasons }) => reasons.length > 0).length ?? 0
  const missing = draft?.missing[0]
  const figure = (count: number | undefined): string => (count === undefined ? emptyValue : formatNumber(count))
  return (
    <HeadCard
      name={w.title({ name: nameOf(product.name) })}
      state={<ProductBadge status={product.status} hasDraft={product.hasDraft} />}
      actions={<Actions product={product} draft={draft} />}
      facts={[
        <a key="model" href={detailHref(id)}>
          {w.backToModel}
        </a>,
        version === null ? w.noVersion : w.version(version),
        draft === undefined
          ? null
          : isThere
            ? w.edited({ by: draft.updatedBy, at: formatTime(draft.updatedAt) })
            : w.noDraft,
      ]}
      figures={[
        {
          key: 'functions',
          label: w.functions,
          value: figure(draft === undefined ? undefined : functionsIn(draft)),
          note: w.inPublished({ count: functions }),
        },
        {
          key: 'changes',
          label: w.changes,
          value: figure(draft?.changes.length),
          ...(breaking > 0 ? { note: w.breaking({ count: breaking }) } : {}),
        },
        {
          key: 'missing',
          label: w.missing,
          value: figure(draft?.missing.length),
          ...(missing === undefined
            ? {}
            : { note: missingWords[missing.reason][locale], href: functionHref(id, missing.identifier) }),
        },
      ]}
    />
  )
}

const functionsIn = ({ model }: ModelDraft): number =>
  model.properties.length + model.events.length + model.services.length

function Actions({ product, draft }: { product: ProductDetail; draft: ModelDraft | undefined }) {
  const w = useWords(draftText)
  const can = usePlatformCan()
  const [isDiscarding, setDiscarding] = useState(false)
  const [isPublishing, setPublishing] = useKept('publish open', false)
  const [isImporting, setImporting] = useKept('model import of the head', false)
  const { mutateAsync: discard } = useSend(thingModelApi.discard, { quiet: true })
  const isThere = draft !== undefined && draft.updatedAt !== null
  const count = draft?.changes.length ?? 0
  const publish = useActButton(
    productActs.publish,
    () => setPublishing(true),
    count === 0 ? w.nothingToPublish : undefined,
  )
  return (
    <>
      {can('thing-model:import') ? (
        <Button icon="upload" onClick={() => setImporting(true)}>
          {w.import}
        </Button>
      ) : null}
      <ExportModelMenu product={product} />
      {publish}
      {can('thing-model:update') ? (
        <ActionMenu
          target={<IconButton icon="dots" label={w.moreActions} aria-haspopup="menu" />}
          actions={[
            {
              key: 'discard',
              icon: 'trash',
              label: w.discard,
              danger: true,
              disabledReason: isThere ? undefined : w.noDraftNow,
              onClick: () => setDiscarding(true),
            },
          ]}
        />
      ) : null}
      <ImportModelDialog product={product} open={isImporting} onClose={() => setImporting(false)} />
      <PublishDialog product={product} open={isPublishing} onClose={() => setPublishing(false)} />
      <ConfirmAction
        title={w.discardTitle}
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        confirmLabel={w.discard}
        danger
        onConfirm={async () => {
          await discard({ productId: product.id })
          toastDone(w.discarded)
        }}
      >
        {product.version === null
          ? w.discardAll({ count: draft === undefined ? 0 : functionsIn(draft) })
          : w.discardBody({ count })}
      </ConfirmAction>
    </>
  )
}

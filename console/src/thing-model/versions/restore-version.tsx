import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { ModelDraft, VersionRow } from '@brigade/contract/thing-model/model-draft.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCan } from '../../platform/can.ts'
import { call, download } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import { upload } from '../../platform/upload.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { staleAfterModel } from '../stale-after-model.ts'
import { versionsText } from './versions.text.ts'

type Props = { product: ProductDetail; version: VersionRow | null; onClose: () => void }

/** Restores an old version into the draft, after naming what it replaces, and offers to undo it. */
export function RestoreVersion({ product, version, onClose }: Props) {
  const w = useWords(versionsText)
  const can = useCan()
  const client = useQueryClient()
  const { data: draft } = useQuery({
    ...ask(thingModelApi.draft, { productId: product.id }, { quiet: true }),
    enabled: version !== null,
  })
  const { mutateAsync: restore } = useSend(thingModelApi.restore, { quiet: true })
  if (version === null) return null
  const { name } = version

  const confirm = async (): Promise<void> => {
    const kept = can('thing-model:export') && can('thing-model:import') ? await keep(product.id, draft) : undefined
    await restore({ productId: product.id, version: version.version })
    if (kept === undefined) return toastDone(w.restored({ name }))
    const undo = async (): Promise<void> => {
      try {
        await kept()
        toastDone(w.undone)
      } catch {
        // The call shows a refusal as a toast.
      } finally {
        await staleAfterModel(client)
      }
    }
    toastOffer(w.restored({ name }), { label: w.undo, run: () => void undo() })
  }
  return (
    <ConfirmAction
      title={w.restoreTitle({ name })}
      isOpen
      onClose={onClose}
      confirmLabel={w.restoreNamed({ name })}
      onConfirm={confirm}
    >
      {draft === undefined || draft.updatedAt === null || draft.changes.length === 0
        ? w.restoreNothingLost({ name })
        : w.restoreReplaces({
            name,
            count: functionsIn(draft),
            changes: draft.changes.length,
            who: draft.updatedBy,
          })}
    </ConfirmAction>
  )
}

const functionsIn = ({ model }: ModelDraft): number =>
  model.properties.length + model.events.length + model.services.length

/** Keeps the present draft for the undo; undefined if there is none. Restoring does not wait for it. */
async function keep(productId: string, draft: ModelDraft | undefined): Promise<(() => Promise<unknown>) | undefined> {
  if (draft === undefined || draft.updatedAt === null || functionsIn(draft) === 0)
    return () => call(thingModelApi.discard, { productId })
  try {
    const request = { productId, version: 'draft', format: 'bundle' } as const
    const { blob, name } = await download(thingModelApi.export, request, { quiet: true })
    return () => upload(thingModelApi.import, blob, { productId, dryRun: false }, { name })
  } catch {
    return undefined
  }
}

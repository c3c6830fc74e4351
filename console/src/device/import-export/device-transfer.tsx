import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { Suspense, lazy, useState, type ReactNode } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import type { TransferRequest, TriplesOf } from './transfer-dialogs.tsx'
import { transferButtonText } from './transfer.text.ts'

// The dialogs are larger than the list itself, so they load on demand.
const TransferDialogs = lazy(() =>
  import('./transfer-dialogs.tsx').then((module) => ({ default: module.TransferDialogs })),
)

type Props = {
  kind: DeviceKind
  /** The list that the tables belong to. */
  list: 'installed' | 'uninstalled'
  /** The export covers the rows that match the list's current filters. */
  found: TriplesOf
}

/**
 * The buttons beside a list's title that import devices as tables and triples, and export triples, if the person may.
 */
export function useDeviceTransfer({ kind, list, found }: Props): {
  buttons: ReactNode
  dialogs: ReactNode
  /** Asks for the password, then exports the triples of these devices. */
  exportTriples: (ids: readonly string[]) => void
} {
  const w = useWords(transferButtonText)
  const can = useCan()
  const [pending, setPending] = useState<TransferRequest | null>(null)
  // From the first question on the dialogs stay: they close by themselves.
  const [isNeeded, setNeeded] = useState(false)
  const askFor = (next: TransferRequest): void => {
    setNeeded(true)
    setPending(next)
  }
  const mayImport = can(`${kind}:import`)
  const mayHaveSecrets = can(`${kind}:secret`)

  const buttons = (
    <>
      {mayHaveSecrets ? (
        <ActionMenu
          target={
            <Button icon="key" aria-haspopup="menu">
              {w.triples}
            </Button>
          }
          actions={[
            { key: 'export', icon: 'download', label: w.exportAll, onClick: () => askFor({ export: found }) },
            { key: 'import', icon: 'upload', label: w.importTriples, onClick: () => askFor('triples') },
          ]}
        />
      ) : null}
      {mayImport ? (
        <Button icon="upload" onClick={() => askFor('tables')}>
          {w.import}
        </Button>
      ) : null}
    </>
  )
  const dialogs = isNeeded ? (
    <Suspense fallback={null}>
      <TransferDialogs kind={kind} list={list} pending={pending} onClose={() => setPending(null)} />
    </Suspense>
  ) : null
  return { buttons, dialogs, exportTriples: (ids) => askFor({ export: { ids: [...ids] } }) }
}

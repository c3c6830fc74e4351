import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import type { TripleExport } from '@brigade/contract/device/import-export/import-export.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { ImportDialog } from '../../job/import/import-link.tsx'
import { useAnnounceJob } from '../../job/job-link.tsx'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { deviceTransferText } from './transfer-dialogs.text.ts'

/** The export covers either these devices or all devices that match the filters of a list. */
export type TriplesOf = Omit<TripleExport, 'password'>

export type TransferRequest = 'tables' | 'triples' | { export: TriplesOf }

type Props = {
  kind: DeviceKind
  list: 'installed' | 'uninstalled'
  pending: TransferRequest | null
  onClose: () => void
}

/** The dialogs confirm an import of tables or triples, and an export of triples. */
export function TransferDialogs({ kind, list, pending, onClose }: Props) {
  const w = useWords(deviceTransferText)
  const announce = useAnnounceJob()
  const calls = importExportCalls[kind]
  const exported = typeof pending === 'object' && pending !== null ? pending.export : null
  const lastExported = useLast(exported)
  const isInstalled = list === 'installed'
  const tables = isInstalled
    ? { template: calls.importTemplate, check: calls.checkImport, apply: calls.import }
    : {
        template: calls.uninstalledTemplate,
        check: calls.checkUninstalledImport,
        apply: calls.importUninstalled,
      }
  const title = {
    oven: isInstalled ? w.importOvens : w.importUninstalledOvens,
    cooler: isInstalled ? w.importCoolers : w.importUninstalledCoolers,
  }[kind]
  const what = lastExported?.ids === undefined ? w.allFound : w.someDevices({ count: lastExported.ids.length })
  return (
    <>
      <ImportDialog
        name={`device.${kind}.${list}`}
        title={title}
        intro={isInstalled ? w.installedIntro : w.uninstalledIntro}
        calls={tables}
        isOpen={pending === 'tables'}
        onClose={onClose}
      />
      <ImportDialog
        name={`device.${kind}.triples`}
        title={w.importTriples}
        intro={w.triplesIntro}
        form={{ title: w.triplesForm, hint: w.triplesFormHint }}
        asks={w.triplesAsk}
        calls={{ check: calls.checkTriples, apply: calls.importTriples }}
        isOpen={pending === 'triples'}
        onClose={onClose}
      />
      <PasswordPrompt
        title={w.exportTriples}
        isOpen={exported !== null}
        onClose={onClose}
        confirmLabel={w.exportTriples}
        onConfirm={async (password) => {
          if (exported === null) return
          const { jobId } = await call(calls.exportTriples, { ...exported, password }, { quiet: true })
          announce(jobId)
        }}
      >
        {w.exportBody({ what })}
      </PasswordPrompt>
    </>
  )
}

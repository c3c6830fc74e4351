import { registerCalls } from '@brigade/contract/device/register/register.endpoints.ts'
import type { TripleExport } from '@brigade/contract/device/register/register.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useState, type ReactNode } from 'react'
import { ImportDialog } from '../../job/import/import-link.tsx'
import { useAnnounceJob } from '../../job/job-link.tsx'
import { useCan } from '../../platform/can.ts'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { deviceTransferText } from './transfer.text.ts'

/** Whose triples: of these devices, or of all that a list's filters find. */
export type TriplesOf = Omit<TripleExport, 'password'>

type Props = {
  kind: DeviceKind
  /** Which of the two lists the tables are of. */
  list: 'installed' | 'uninstalled'
  /** Of the list as it is filtered. */
  found: TriplesOf
}

/** The buttons beside a list's title that bring devices in as tables and triples, and take triples out, where one may. */
export function useDeviceTransfer({ kind, list, found }: Props): {
  buttons: ReactNode
  dialogs: ReactNode
  /** Asks for the password, then exports the triples of these. */
  exportTriples: (ids: readonly string[]) => void
} {
  const w = useWords(deviceTransferText)
  const can = useCan()
  const announce = useAnnounceJob()
  const calls = registerCalls[kind]
  const [isImporting, setImporting] = useState(false)
  const [isImportingTriples, setImportingTriples] = useState(false)
  const [exported, setExported] = useState<TriplesOf | null>(null)
  const [lastExported, setLastExported] = useState(exported)
  if (exported !== null && exported !== lastExported) setLastExported(exported)

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
  const mayImport = can(`${kind}:import`)
  const mayHaveSecrets = can(`${kind}:secret`)
  const what = lastExported?.ids === undefined ? w.allFound : w.someDevices({ count: lastExported.ids.length })

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
            { key: 'export', icon: 'download', label: w.exportAll, onClick: () => setExported(found) },
            { key: 'import', icon: 'upload', label: w.importTriples, onClick: () => setImportingTriples(true) },
          ]}
        />
      ) : null}
      {mayImport ? (
        <Button icon="upload" onClick={() => setImporting(true)}>
          {w.import}
        </Button>
      ) : null}
    </>
  )
  const dialogs = (
    <>
      <ImportDialog
        name={`device.${kind}.${list}`}
        title={title}
        intro={isInstalled ? w.installedIntro : w.uninstalledIntro}
        calls={tables}
        isOpen={isImporting}
        onClose={() => setImporting(false)}
      />
      <ImportDialog
        name={`device.${kind}.triples`}
        title={w.importTriples}
        intro={w.triplesIntro}
        form={{ title: w.triplesForm, hint: w.triplesFormHint }}
        asks={w.triplesAsk}
        calls={{ check: calls.checkTriples, apply: calls.importTriples }}
        isOpen={isImportingTriples}
        onClose={() => setImportingTriples(false)}
      />
      <PasswordPrompt
        title={w.exportTriples}
        isOpen={exported !== null}
        onClose={() => setExported(null)}
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
  return { buttons, dialogs, exportTriples: (ids) => setExported({ ids: [...ids] }) }
}

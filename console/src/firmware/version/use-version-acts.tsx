import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import type { FirmwareVersionRow } from '@brigade/contract/firmware/firmware.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { versionActText, versionText } from './version.text.ts'

type Act = 'enable' | 'disable' | 'archive' | 'restore'
export type VersionActs = { ask: (act: Act, version: FirmwareVersionRow) => void }
type PendingAct = { act: Act; version: FirmwareVersionRow }
type DialogProps = { version: FirmwareVersionRow; isOpen: boolean; onClose: () => void }

/** The acts on a version, each confirmed with its effect and the number of affected devices. */
export function useVersionActs(): [VersionActs, ReactNode] {
  const [pending, setPending] = useState<PendingAct | null>(null)
  const last = useLast(pending)
  const acts = useMemo((): VersionActs => ({ ask: (act, version) => setPending({ act, version }) }), [])
  const close = (): void => setPending(null)
  if (last === null) return [acts, null]
  const Body = dialogs[last.act]
  return [
    acts,
    <Body key={`${last.act} ${last.version.id}`} version={last.version} isOpen={pending !== null} onClose={close} />,
  ]
}

/** Reads the present state, because the counts in the confirmation must be current. */
const useNow = (id: string, isOpen: boolean) =>
  useQuery({
    ...ask(firmwareApi.version, { id }, { quiet: true }),
    enabled: isOpen,
    staleTime: 0,
    refetchOnMount: 'always',
  })

function Disable({ version, isOpen, onClose }: DialogProps) {
  const v = useWords(versionText)
  const w = useWords(versionActText)
  const { data, isFetchedAfterMount } = useNow(version.id, isOpen)
  const send = useSend(firmwareApi.disableVersion, { quiet: true })
  const now = isFetchedAfterMount ? data : undefined
  const stops = now?.stops
  const isIdle = stops !== undefined && stops.downloading + stops.offered + stops.tasks === 0
  return (
    <ConfirmAction
      title={w.disableTitle({ name: version.number })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={v.disable}
      danger
      waitsFor={now === undefined ? w.counting : undefined}
      onConfirm={async () => {
        const { id, updatedAt } = now ?? version
        const { stopped } = await send.mutateAsync({ id, updatedAt })
        toastDone(w.disabled({ name: version.number, n: formatNumber(stopped) }))
      }}
    >
      <p>{w.disableBody}</p>
      <p aria-busy={stops === undefined}>
        {stops === undefined
          ? w.counting
          : isIdle
            ? w.disableNothing
            : w.disableCounts({
                downloading: formatNumber(stops.downloading),
                offered: formatNumber(stops.offered),
                tasks: formatNumber(stops.tasks),
              })}
      </p>
    </ConfirmAction>
  )
}

function Enable({ version, isOpen, onClose }: DialogProps) {
  const v = useWords(versionText)
  const w = useWords(versionActText)
  const { data, isFetchedAfterMount } = useNow(version.id, isOpen)
  const send = useSend(firmwareApi.enableVersion, { quiet: true })
  const now = isFetchedAfterMount ? data : undefined
  return (
    <ConfirmAction
      title={w.enableTitle({ name: version.number })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={v.enable}
      waitsFor={now === undefined ? w.counting : undefined}
      onConfirm={async () => {
        const { id, updatedAt } = now ?? version
        await send.mutateAsync({ id, updatedAt })
        toastDone(w.enabled({ name: version.number }))
      }}
    >
      {now === undefined ? w.counting : w.enableBody({ n: formatNumber(now.stops.tasks) })}
    </ConfirmAction>
  )
}

function Archive({ version, isOpen, onClose }: DialogProps) {
  const v = useWords(versionText)
  const w = useWords(versionActText)
  const send = useSend(firmwareApi.removeVersion, { quiet: true })
  return (
    <ConfirmAction
      title={w.archiveTitle({ name: version.number })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={v.archive}
      danger
      onConfirm={async () => {
        await send.mutateAsync({ id: version.id, updatedAt: version.updatedAt })
        toastDone(w.archived({ name: version.number }))
      }}
    >
      {w.archiveBody}
    </ConfirmAction>
  )
}

/** If the module has a current version, that one is archived in the same step, and the question mentions it. */
function Restore({ version, isOpen, onClose }: DialogProps) {
  const v = useWords(versionText)
  const w = useWords(versionActText)
  const model = useQuery({ ...ask(firmwareApi.model, { id: version.model.id }, { quiet: true }), enabled: isOpen })
  const send = useSend(firmwareApi.restoreVersion, { quiet: true })
  const current = model.data?.current.find(({ module }) => module === version.module)?.version ?? null
  const name = version.number
  return (
    <ConfirmAction
      title={w.restoreTitle({ name })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={v.restore}
      waitsFor={model.data === undefined ? w.counting : undefined}
      onConfirm={async () => {
        const { id, updatedAt } = version
        try {
          await send.mutateAsync({
            id,
            updatedAt,
            ...(current === null ? {} : { replace: true, replaces: current.id }),
          })
        } catch (error) {
          void model.refetch()
          throw error
        }
        toastDone(w.restored({ name }))
      }}
    >
      {current === null ? w.restoreBody({ name }) : w.restoreReplacing({ name, before: current.number })}
    </ConfirmAction>
  )
}

const dialogs = { enable: Enable, disable: Disable, archive: Archive, restore: Restore } as const satisfies Record<
  Act,
  (props: DialogProps) => ReactNode
>

import type { FirmwareVersionRow } from '@brigade/contract/firmware/firmware.model.ts'
import { useWords } from '../../platform/locale.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { VersionAddForm } from './version-add-form.tsx'
import { VersionEditForm } from './version-edit-form.tsx'
import { versionFormText } from './version.text.ts'
import { useLast } from '../../ui/dialog/use-last.ts'

/** The sheet is open for this version, or for a new one, of a model if one is known. */
export type EditingVersion = { version: FirmwareVersionRow | null; modelId: string | null }

type Props = { editing: EditingVersion | null; onClose: () => void }

export function VersionSheet({ editing, onClose }: Props) {
  const w = useWords(versionFormText)
  const last = useLast(editing)
  const version = last?.version ?? null
  return (
    <FormSheet
      title={version === null ? w.addTitle : w.editTitle}
      isOpen={editing !== null}
      onClose={onClose}
      width={600}
    >
      {last === null ? null : version === null ? (
        <VersionAddForm modelId={last.modelId} />
      ) : (
        <VersionEditForm key={version.id} version={version} />
      )}
    </FormSheet>
  )
}

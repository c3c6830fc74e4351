import type { FirmwareModelRow } from '@brigade/contract/firmware/firmware.model.ts'
import { useWords } from '../../platform/locale.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { ModelForm } from './model-form.tsx'
import { modelFormText } from './model.text.ts'
import { useLast } from '../../ui/dialog/use-last.ts'

/** The sheet is open for this model, or for a new one. */
export type EditingModel = { model: FirmwareModelRow | null }

type Props = { editing: EditingModel | null; onClose: () => void }

export function ModelSheet({ editing, onClose }: Props) {
  const w = useWords(modelFormText)
  const last = useLast(editing)
  const model = last?.model ?? null
  return (
    <FormSheet
      title={model === null ? w.addTitle : w.editTitle}
      isOpen={editing !== null}
      onClose={onClose}
      width={600}
    >
      {last === null ? null : <ModelForm key={model?.id ?? 'new'} model={model} />}
    </FormSheet>
  )
}

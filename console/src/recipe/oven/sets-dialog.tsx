import { useState } from 'react'
import { organisationSource } from '../../customer/organisation-filter-select.tsx'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { WorkBody, WorkDialog, WorkFoot } from '../../ui/dialog/work-dialog.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'
import { SetsTable } from './sets-table.tsx'

/** The sets of recipes that organisations get by themselves: of one organisation, or of all. */
export function SetsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(ovenText)
  const [organisationId, setOrganisation] = useState('')
  return (
    <WorkDialog title={w.allSets} about={w.allSetsAbout} isOpen={isOpen} onClose={onClose} width={960}>
      <WorkBody label={w.allSets}>
        <Stack gap="12" padding="12 24" className={css.block}>
          <div className={css.field}>
            <CascadeField
              label={w.organisation}
              placeholder={w.anyOrganisation}
              source={organisationSource}
              value={organisationId === '' ? [] : [organisationId]}
              onChange={([id = '']) => setOrganisation(id)}
            />
          </div>
        </Stack>
        <SetsTable
          key={organisationId}
          of={organisationId === '' ? {} : { organisationId }}
          empty={organisationId === '' ? w.noSetsAtAll : w.noSetsOfOne}
        />
      </WorkBody>
      <WorkFoot>
        <Button onClick={onClose}>{w.close}</Button>
      </WorkFoot>
    </WorkDialog>
  )
}

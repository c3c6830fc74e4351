import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import type { UndescribedCode } from '@brigade/contract/fault/code.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useStartJob } from '../../job/job-link.tsx'
import { usePlatformCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { ask } from '../../platform/query.ts'
import { useAct } from '../../shell/acts/use-act.tsx'
import { EntityList } from '../../shell/entity/entity-list.tsx'
import { EntitySheet } from '../../shell/entity/entity-sheet.tsx'
import { Settling } from '../../ui/page/settling.tsx'
import { faultActs } from '../fault-acts.ts'
import { useCodeEntity } from './code-entity.tsx'
import { CodeImport } from './code-import.tsx'
import { UndescribedCodes } from './undescribed-codes.tsx'

/** The list explains each event code: its severity, its topic and the recommended action. */
export function CodeList() {
  const can = usePlatformCan()
  const [reported, setReported] = useKept<UndescribedCode | null>('fault code reported', null)
  const of = useCodeEntity(null)
  const ofReported = useCodeEntity(reported)
  const { isPending } = useQuery(ask(faultCodeApi.undescribed, {}, { quiet: true }))
  const startExport = useStartJob(faultCodeApi.startCodeExport)
  const mayExport = useAct(faultActs.exportCodes, () => startExport.mutate({ format: 'xlsx' }))
  return (
    <Settling isKnown={!isPending}>
      <EntityList
        of={of}
        buttons={can('fault-code:import') ? <CodeImport /> : null}
        totals={() => <UndescribedCodes onDescribe={can('fault-code:update') ? setReported : undefined} />}
        onExport={
          mayExport
            ? ({ pageNum: _num, pageSize: _size, ...shown }, format, ids) =>
                startExport.mutate({ ...shown, ids, format })
            : undefined
        }
      />
      {reported === null ? null : (
        <EntitySheet of={ofReported} editing={{ id: null }} onClose={() => setReported(null)} />
      )}
    </Settling>
  )
}

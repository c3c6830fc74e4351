import type { UpgradeTaskRow } from '@brigade/contract/firmware/task.model.ts'
import { useModuleName } from '../module-name.tsx'
import { FirmwareVersionLink } from '../firmware-link.tsx'
import css from '../firmware.module.css'

type Targets = UpgradeTaskRow['targets']

/** The target versions as one text; of several modules each is named. */
export function useTargetWords(): (targets: Targets) => string {
  const moduleName = useModuleName()
  return (targets) =>
    targets.map(({ module, number }) => (targets.length > 1 ? `${moduleName(module)} ${number}` : number)).join(' + ')
}

/** The same with links. */
export function TargetLinks({ targets }: { targets: Targets }) {
  const moduleName = useModuleName()
  return (
    <span className={css.currents}>
      {targets.map(({ module, versionId, number, isArchived }) => (
        <span key={module}>
          {targets.length > 1 ? <small>{moduleName(module)}</small> : null}
          <FirmwareVersionLink id={versionId} isArchived={isArchived}>
            {number}
          </FirmwareVersionLink>
        </span>
      ))}
    </span>
  )
}

import type { UpgradeTaskRow } from '@brigade/contract/firmware/task.model.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { useModuleName } from '../module-name.tsx'
import { FirmwareVersionLink } from '../firmware-link.tsx'

type Targets = UpgradeTaskRow['targets']

/** The target versions as one text, each with its module's name if there are several. */
export function useTargetWords(): (targets: Targets) => string {
  const moduleName = useModuleName()
  return (targets) =>
    targets.map(({ module, number }) => (targets.length > 1 ? `${moduleName(module)} ${number}` : number)).join(' + ')
}

/** The same with links. */
export function TargetLinks({ targets }: { targets: Targets }) {
  const moduleName = useModuleName()
  return (
    <Row.span inline gap="0 12" wrap>
      {targets.map(({ module, versionId, number, isArchived }) => (
        <span key={module}>
          {targets.length > 1 ? (
            <Text.small tone="ink-3" marginRight="4">
              {moduleName(module)}
            </Text.small>
          ) : null}
          <FirmwareVersionLink id={versionId} isArchived={isArchived}>
            {number}
          </FirmwareVersionLink>
        </span>
      ))}
    </Row.span>
  )
}

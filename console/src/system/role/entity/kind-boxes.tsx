import { organisationKinds, type OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { useId } from 'react'
import { useKindNames } from '../../../customer/organisation-kind-badge.tsx'
import { useWords } from '../../../platform/locale.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Box, Row, Text } from '../../../ui/layout/layout.tsx'
import { roleFormText, roleText } from '../role.text.ts'
import css from './role-form.module.css'

type Props = {
  /** The owner of the role may choose only from these kinds. */
  allowed: readonly OrganisationKind[]
  value: readonly OrganisationKind[]
  onChange: (value: OrganisationKind[]) => void
  error: string | undefined
}

/** Accounts of these kinds of organisation may have the role. */
export function KindBoxes({ allowed, value, onChange, error }: Props) {
  const r = useWords(roleText)
  const w = useWords(roleFormText)
  const names = useKindNames()
  const id = useId()
  return (
    <Box.fieldset margin="0" padding="0" border="none" shrink aria-describedby={id}>
      <Text.legend padding="0" size="xs" line="16" weight="500" tone="ink-3">
        {r.kinds}
      </Text.legend>
      <Row wrap className={css.boxes}>
        {organisationKinds
          .filter((kind) => allowed.includes(kind) || value.includes(kind))
          .map((kind) => (
            <Checkbox
              key={kind}
              checked={value.includes(kind)}
              onChange={(checked) =>
                onChange(organisationKinds.filter((one) => (one === kind ? checked : value.includes(one))))
              }
            >
              {names[kind]}
            </Checkbox>
          ))}
      </Row>
      <span
        id={id}
        className={error === undefined ? css.hint : css.wrong}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? w.kindsHint}
      </span>
    </Box.fieldset>
  )
}

import { menuLimits } from '@brigade/contract/system/menu/menu.model.ts'
import { useWords } from '../../../platform/locale.ts'
import { SheetForm } from '../../../shell/sheet-form.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import { RefusedNote } from '../../../ui/dialog/refused-note.tsx'
import { Switch } from '../../../ui/field/checkbox.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Box, Grid, Row, Text } from '../../../ui/layout/layout.tsx'
import { menuFormText, menuWords } from '../menu-screen.text.ts'
import { AddressField } from './address-field.tsx'
import { CodeField } from './code-field.tsx'
import { IconField } from './icon-field.tsx'
import { MenuClash } from './menu-clash.tsx'
import css from './menu-form.module.css'
import { useMenuForm, type From } from './use-menu-form.ts'

type Props = {
  from: From
  /** The names of the rows above, as one line. */
  under: string
}

/** The fields of a row. Another person's change is shown beside one's own. */
export function MenuForm({ from, under }: Props) {
  const w = useWords(menuFormText)
  const m = useWords(menuWords)
  const { form, base, clash, goOn } = useMenuForm(from)
  const { values } = form
  const isNeeded = base?.isNeeded === true
  const mayBeButton = !isNeeded && !('row' in from && from.holdsRows)
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={base === null ? w.add : w.save}>
      {clash === null || base === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <MenuClash {...clash} base={base} mine={values} onGoOn={goOn} />
      )}
      <Row.p gap="8" marginBottom="12" tone="ink-3">
        {w.under}
        <Text.b weight="500" tone="ink">
          {under}
        </Text.b>
      </Row.p>
      {isNeeded ? (
        <Text.p padding="8 12" marginBottom="12" radius="s" tone="ink-2" ground="canvas">
          {m.neededHint}
        </Text.p>
      ) : null}
      {mayBeButton ? <KindField isOperation={values.isOperation} onChange={form.put} /> : null}
      <Grid gap="0 16" columns="halves">
        <TextField label={w.zhName} required startsFocused maxLength={menuLimits.name} {...form.text('name')} />
        <TextField label={w.enName} required maxLength={menuLimits.enName} {...form.text('enName')} />
      </Grid>
      {isNeeded || values.isOperation ? null : (
        <AddressField
          url={values.url}
          error={form.errorOf('url')}
          onChange={(url) => form.set('url', url)}
          onBlur={() => form.leave('url')}
        />
      )}
      {isNeeded ? null : (
        <CodeField
          code={values.operationCode}
          isRequired={values.isOperation}
          ownId={base?.id ?? null}
          error={form.errorOf('operationCode')}
          onChange={(code) => form.set('operationCode', code)}
          onBlur={() => form.leave('operationCode')}
        />
      )}
      {isNeeded || values.isOperation ? null : (
        <Box marginBottom="16">
          <Switch checked={values.isMainMenu} onChange={(isOn) => form.set('isMainMenu', isOn)}>
            {w.inMainMenu}
          </Switch>
        </Box>
      )}
      {values.isOperation ? null : <IconField icon={values.icon} onChange={(icon) => form.set('icon', icon)} />}
    </SheetForm>
  )
}

type Kind = { isOperation: boolean; isMainMenu: boolean; url?: string; icon?: string }

function KindField({ isOperation, onChange }: { isOperation: boolean; onChange: (kind: Kind) => void }) {
  const w = useWords(menuFormText)
  return (
    <Box marginBottom="8" className={css.choice}>
      <Segments
        label={w.kind}
        full
        value={isOperation ? 'button' : 'screen'}
        options={[
          { value: 'screen', label: w.screen },
          { value: 'button', label: w.button },
        ]}
        onChange={(kind) =>
          onChange(
            kind === 'button'
              ? { isOperation: true, isMainMenu: false, url: '#', icon: '' }
              : { isOperation: false, isMainMenu: true },
          )
        }
      />
      <Text.small size="xs" line="20" tone="ink-3" block>
        {isOperation ? w.kindHint : null}
      </Text.small>
    </Box>
  )
}

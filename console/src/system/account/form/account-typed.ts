import type { AccountDetail } from '@brigade/contract/system/account/account.model.ts'

/** Both forms share these fields. The own password is never stored. */
export type TypedAccount = {
  name: string
  roleId: string
  phone: string
  email: string
  emailVerified: boolean
  password: string
}

export const nothingTyped: TypedAccount = {
  name: '',
  roleId: '',
  phone: '',
  email: '',
  emailVerified: false,
  password: '',
}

export const typedAccount = ({ name, role, phone, email, emailVerified }: AccountDetail): TypedAccount => ({
  name,
  roleId: role.id,
  phone,
  email,
  emailVerified,
  password: '',
})

/** Left out where it was not asked for. */
export const passwordOf = (password: string): { password?: string } => (password === '' ? {} : { password })

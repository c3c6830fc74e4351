/** Contact details as staff see them (design of the app users): enough to distinguish one person from another, and no more. */
export const maskedPhone = (phone: string): string =>
  phone.length < 8 ? phone.replace(/./g, '*') : `${phone.slice(0, 3)}****${phone.slice(-4)}`

export const maskedEmail = (email: string): string => email.replace(/^(.?).*(@.*)$/, '$1***$2')

/** A nickname in history that outlives its person. */
export const maskedNickname = (nickname: string): string => {
  const [first = ''] = nickname
  return first === '' ? '' : `${first}**`
}

export const isEmailAddress = (address: string): boolean => address.includes('@')

/** One spelling for each address, so that a person cannot be there twice. */
export const normalAddress = (address: string): string => address.trim().toLowerCase()

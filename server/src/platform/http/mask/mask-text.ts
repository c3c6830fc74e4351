const word =
  'pass(?:word|wd|phrase|code)|pwd|secret|token|authorization|cookie|credential|psk|api[_-]?key|private[_-]?key|密码|口令|密钥|令牌'
/** `password=…`, `"token": "…"`, `密码：…`; also with escaped quotes, as in JSON within a text. */
const named = new RegExp(
  String.raw`([\w-]{0,20}(?:${word})[\w-]{0,20}\\?["']?\s{0,3}[:=：]\s{0,3}\\?["']?)(?:(?:Bearer|Basic)\s+)?[^\s"'\\,;&<>{}()，；]+`,
  'giu',
)
/** The same within JSON, in which the value may have spaces. */
const quoted = new RegExp(
  String.raw`(\\?"[\w-]{0,20}(?:${word})[\w-]{0,20}\\?"\s{0,3}:\s{0,3}\\?")[^"\\]{1,250}`,
  'giu',
)
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/giu
/** A password in an address: `https://user:password@host`. */
const inAddress = /(:\/\/[^\s:/@]{1,100}:)[^\s@/]{1,200}@/gu
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gu
const hash = /\$argon2[^\s"']+/gu
const phone = /(?<![\w.])(1[3-9]\d)\d{4}(\d{4})(?![\w.])/gu
const email = /(?<![\w.+-])([\w])[\w.+-]{0,63}(@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})/gu
/**
 * No masked text is this short without other characters: a phone number has 11 digits. Most texts are keys and dates.
 */
const short = /^[\w-]{0,10}$/u

/**
 * Masks the secrets in a text that a name precedes, and whole phone numbers and e-mail addresses. The database has the
 * same function `masked_text`.
 */
export const maskedText = (text: string): string =>
  short.test(text)
    ? text
    : text
        .replace(privateKey, '***')
        .replace(hash, '***')
        .replace(inAddress, '$1***@')
        .replace(quoted, '$1***')
        .replace(named, '$1***')
        .replace(bearer, '$1 ***')
        .replace(phone, '$1****$2')
        .replace(email, '$1***$2')

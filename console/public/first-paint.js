// Before the first paint: the chosen scheme and language, so that neither flashes. The same keys as platform/remember.ts.
;(function () {
  function read(key) {
    try {
      return JSON.parse(localStorage.getItem('brigade.' + key))
    } catch {
      return null
    }
  }
  var chosen = read('scheme')
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  var root = document.documentElement
  root.dataset.theme = dark ? 'dark' : 'light'
  root.lang = read('locale') === 'zh' ? 'zh-CN' : 'en'
})()

// Sets the remembered theme before the first paint; in a file of its own because the content security policy allows no inline script.
try {
  const scheme = localStorage.getItem('colorScheme')
  if (scheme === 'light' || scheme === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
} catch {
  // Without storage: the system's theme.
}

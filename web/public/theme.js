// Sets the remembered theme before the first paint; a file of its own because the content policy allows no inline script.
try {
  const scheme = localStorage.getItem('colorScheme')
  if (scheme === 'light' || scheme === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
} catch {
  // No storage: the system's theme.
}

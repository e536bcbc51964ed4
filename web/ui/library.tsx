import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  MantineProvider,
} from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { schemeKey, useScheme } from './theme.tsx'

/**
 * The one place where the tokens become the component library's theme. It stands round what is built of the library, not
 * round the product, so that the first page comes without it; inside another it is nothing.
 */
const shade = 'var(--accent)'
const accent: MantineColorsTuple = [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade]

const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-ui)',
  fontSizes: { xs: 'var(--t-12)', sm: 'var(--t-13)', md: 'var(--t-14)', lg: 'var(--t-16)', xl: 'var(--t-20)' },
  spacing: { xs: 'var(--s-2)', sm: 'var(--s-3)', md: 'var(--s-4)', lg: 'var(--s-5)', xl: 'var(--s-6)' },
  radius: { xs: 'var(--r-1)', sm: 'var(--r-2)', md: 'var(--r-2)', lg: 'var(--r-3)', xl: 'var(--r-3)' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  respectReducedMotion: true,
})

/** The library says these once a scheme; the tokens hold both schemes in one value. */
const tokens: Record<string, string> = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-default': 'var(--canvas)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-ctl)',
  '--mantine-color-error': 'var(--brick)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-2)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}
const resolver: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })
const remembered = localStorageColorSchemeManager({ key: schemeKey })

const Inside = createContext(false)
export const Library = ({ children }: { children: ReactNode }) =>
  use(Inside) ? children : <Provided>{children}</Provided>

const Provided = ({ children }: { children: ReactNode }) => {
  const scheme = useScheme()
  return (
    <Inside value>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={remembered}
        defaultColorScheme="auto"
        forceColorScheme={scheme}
        withStaticClasses={false}
      >
        {children}
      </MantineProvider>
    </Inside>
  )
}

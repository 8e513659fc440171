import type { Me } from '../../lib/server/session.js';
import styles from './company-logo.module.css';

type Logo = NonNullable<Me['logo']>;

interface LogoProps {
  readonly logo: Logo;
  /** The most it takes, in pixels. */
  readonly height: number;
  readonly width?: number;
  /** Empty where the name stands beside it. */
  readonly alt?: string;
}

/** A company's logo in its proportions, on white: most are drawn for paper. */
export function CompanyLogo({ logo, height, width = 240, alt = '' }: LogoProps) {
  const factor = Math.min(height / logo.height, width / logo.width);
  const size = { width: Math.round(logo.width * factor), height: Math.round(logo.height * factor) };
  return <img className={styles['logo']} src={logo.url} alt={alt} {...size} />;
}

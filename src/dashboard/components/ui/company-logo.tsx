import type { Me } from '../../lib/server/session.js';
import styles from './company-logo.module.css';

type Logo = NonNullable<Me['logo']>;

interface LogoProps {
  readonly logo: Logo;
  /** The maximum size in pixels. */
  readonly height: number;
  readonly width?: number;
  /** Empty if the name is shown next to it. */
  readonly alt?: string;
}

/** A company's logo in its proportions, on white, because most logos are made for paper. */
export function CompanyLogo({ logo, height, width = 240, alt = '' }: LogoProps) {
  const factor = Math.min(height / logo.height, width / logo.width);
  const size = { width: Math.round(logo.width * factor), height: Math.round(logo.height * factor) };
  return <img className={styles['logo']} src={logo.url} alt={alt} {...size} />;
}

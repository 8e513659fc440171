interface NumberedPayment {
  readonly paymentNumber: string;
  readonly shop: { readonly name: string };
}

/** Names a payment: each shop numbers its own, so a number alone names none. `Payment 12 to North Shop`. */
export const formatPayment = ({ paymentNumber, shop }: NumberedPayment): string =>
  `Payment ${paymentNumber} to ${shop.name}`;

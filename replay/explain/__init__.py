"""Explain the values on a sheet by the events behind them."""
